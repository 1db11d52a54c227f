import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { until } from './within.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  subject: string;
  headers: string;
  /** Text and HTML, decoded. */
  body: string;
  /** The address of the first link. */
  link: string;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** The answer to the next senders, instead of taking the mail. */
  refuseNext(status: number, times?: number): void;
  /** Waits for that many mails in all, or to one address. */
  arrived(count: number, to?: string): Promise<ReceivedMail[]>;
  stop(): Promise<void>;
}

/** A real mail server on a free port of loopback. With a password it takes mail of the user `showreel` only. */
export async function startMailServer(password?: string): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusals: number[] = [];
  const server = new SMTPServer({
    disabledCommands: password ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: password === undefined,
    onAuth: ({ username, password: given }, _session, done) =>
      username === 'showreel' && given === password
        ? done(null, { user: username })
        : done(new Error('Invalid username or password')),
    onRcptTo: ({ address }, _session, done) => {
      const status = refusals.shift();
      if (status === undefined) return done();
      done(Object.assign(new Error(`not for <${address}>`), { responseCode: status }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        received.push(
          parse(
            Buffer.concat(chunks).toString(),
            from,
            rcptTo.map(({ address }) => address),
          ),
        );
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const arrived = async (count: number, to?: string) => {
    const found = () => received.filter((mail) => to === undefined || mail.to.includes(to));
    await until(() => found().length >= count, 60_000, 20).catch(() => {
      throw new Error(`${found().length} of ${count} mails came`);
    });
    return found();
  };
  return {
    url: `smtp://${password ? `showreel:${encodeURIComponent(password)}@` : ''}127.0.0.1:${port}`,
    received,
    refuseNext(status, times = 1) {
      refusals = Array(times).fill(status);
    },
    arrived,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function parse(raw: string, from: string, to: string[]): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const body = raw
    .slice(end + 4)
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const subject = /^Subject: (.*)$/im.exec(headers)?.[1]?.trim() ?? '';
  return { from, to, subject, headers, body, link: /https?:\/\/[^\s"<]+/.exec(body)?.[0] ?? '' };
}
