import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Note {
  id: number;
  body: string;
}

/** A server with the comments of one change, under the addresses and with the answers of GitHub and of GitLab. */
export async function startForge(token: string) {
  const notes: Note[] = [];
  const asked: string[] = [];
  let lastId = 100;
  const add = (body: string) => {
    const note = { id: ++lastId, body };
    notes.push(note);
    return note;
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { method = '', headers } = request;
    const { pathname, searchParams } = new URL(request.url!, forge.url);
    asked.push(`${method} ${pathname}`);
    const send = (status: number, value: unknown, more = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...more })
        .end(status === 204 ? undefined : JSON.stringify(value));
    const isGitHub = pathname.startsWith('/repos/');
    const shown = isGitHub ? headers.authorization?.replace('Bearer ', '') : headers['private-token'];
    if (shown !== token) return send(401, { message: `401 Bad credentials ${shown}` });
    if (/\/commits\/\w+\/pulls$/.test(pathname))
      return send(200, pathname.includes('/abc123/') ? [{ number: 7, state: 'open' }] : []);
    const [, list, id] =
      /^(?:\/repos\/o\/r\/issues(?:\/7)?\/(comments)|\/projects\/o%2Fr\/merge_requests\/7\/(?:notes))(?:\/(\d+))?$/.exec(
        pathname,
      ) ?? [null, null, null];
    if (list === null) return send(404, { message: 'Not Found' });
    const told = (note: Note) => ({ ...note, html_url: `${forge.url}/o/r/pull/7#issuecomment-${note.id}` });
    const index = notes.findIndex((note) => note.id === Number(id));
    if (id && index < 0) return send(404, { message: 'Not Found' });
    if (method === 'GET') {
      // GitLab lists the newest first, and both answer at most a hundred.
      const all = isGitHub ? notes : notes.toReversed();
      const [size, page] = [Number(searchParams.get('per_page')), Number(searchParams.get('page'))];
      const link =
        all.length > size * page ? { link: `<${forge.url}${pathname}?page=${page + 1}>; rel="next"` } : {};
      return send(200, all.slice(size * (page - 1), size * page).map(told), link);
    }
    if (method === 'DELETE') return notes.splice(index, 1) && send(204, null);
    const { body } = JSON.parse(text) as Note;
    if (method === 'POST' && !id) {
      forge.beforeCreate();
      return send(201, told(add(body)));
    }
    if (method !== (isGitHub ? 'PATCH' : 'PUT')) return send(405, {});
    notes[index]!.body = body;
    send(200, told(notes[index]!));
  });
  const forge = {
    url: '',
    notes,
    asked,
    add,
    beforeCreate: () => {},
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  forge.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return forge;
}
export type ForgeServer = Awaited<ReturnType<typeof startForge>>;
