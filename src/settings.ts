/** What each environment variable may be, and which of them go together. `config.ts` reads them. README.md says what they are for. */
import { z } from 'zod';
import { defaultLimits } from './recorder/contract/limits.ts';
import {
  bucketName,
  flag,
  keyPrefix,
  names,
  origin,
  proxies,
  refusal,
  sender,
  whole,
} from './setting-kinds.ts';
import { bucketRefusals } from './setting-rules.ts';
import { isLoopbackHost } from './site.ts';

export const settings = z
  .object({
    PORT: whole(0, 65_535).default(3000),
    HOST: z.string().min(1).optional(),
    SHOWREEL_ROLE: z.enum(['all', 'api', 'worker']).default('all'),
    SHOWREEL_DATA_DIR: z.string().min(1).default('.showreel'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    /** The public address of the service, where a reverse proxy stands in front of it. */
    SHOWREEL_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Whose X-Forwarded-* headers are believed. It may be set only where every request comes through such a proxy. */
    SHOWREEL_TRUST_PROXY: proxies.default(false),
    SHOWREEL_ALLOW_HOSTS: names.default([]),
    /**
     * Whether pages of this machine may be recorded. Unless set, they may where the service listens on loopback alone. A worker
     * by itself does not know where the service listens, so there HOST has to say it.
     */
    SHOWREEL_ALLOW_LOOPBACK: flag.optional(),
    /**
     * Keys of 32 bytes, in hex or base64, comma separated. The first one seals, and the others still open what they
     * sealed. Where none is set, one is made and kept in the data folder.
     */
    SHOWREEL_SECRET_KEYS: z.string().optional(),
    /** Encrypts what `showreel admin backup` writes, and opens what is restored. */
    SHOWREEL_BACKUP_PASSPHRASE: z.string().min(12).optional(),
    /** An archive that the first start restores. It is passed over as soon as there is data. */
    SHOWREEL_RESTORE_FROM: z.string().min(1).optional(),
    /** The bucket that films and pictures are kept in, instead of the data folder. */
    SHOWREEL_S3_BUCKET: bucketName.optional(),
    /** The address of the S3-compatible service, without the bucket. */
    SHOWREEL_S3_ENDPOINT: origin.optional(),
    SHOWREEL_S3_REGION: z.string().min(1).optional(),
    SHOWREEL_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    SHOWREEL_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    /** What every key in the bucket begins with, so that others can use the bucket too. */
    SHOWREEL_S3_PREFIX: keyPrefix.optional(),
    /** Whether the bucket is named in the path of addresses, and not in the host. */
    SHOWREEL_S3_PATH_STYLE: flag.optional(),
    /** Whether browsers get films from the bucket itself, by addresses that are signed for a while. */
    SHOWREEL_S3_PRESIGN: flag.optional(),
    /** How long such an address is good. */
    SHOWREEL_S3_PRESIGN_SEC: whole(60, 86_400).optional(),
    /** How browsers reach the service of the bucket, where it is not by SHOWREEL_S3_ENDPOINT. */
    SHOWREEL_S3_PUBLIC_ENDPOINT: origin.optional(),
    SHOWREEL_LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info'),
    /** How many recordings one worker process makes at a time. */
    SHOWREEL_CONCURRENCY: whole(1, 64).default(1),
    /** A recording job whose runs take longer than this together fails. */
    SHOWREEL_JOB_DEADLINE_SEC: whole(10, 3600).default(300),
    /** Within this time a preview is to be there: what it has not played by then it tells of. */
    SHOWREEL_PREVIEW_SEC: whole(5, 120).default(10),
    /** How far films step back behind everything else that wants the processor. */
    SHOWREEL_FILM_NICENESS: whole(0, 19).default(10),
    /** How long a recording waits for the answer of its project's reset. */
    SHOWREEL_RESET_TIMEOUT_SEC: whole(1, 300).default(30),
    /** How long the recorded pictures of films are kept, so that another look needs no new recording. 0 keeps none. */
    SHOWREEL_TAKE_DAYS: whole(0, 3650).default(30),
    /** The credential of the admin. Where none is set and the database is embedded, one is made and kept in the data folder. */
    SHOWREEL_ADMIN_TOKEN: z.string().min(32).optional(),
    /** The admin listens on an address of its own. Port 0 takes a free port, and admin.json in the data folder tells which. */
    SHOWREEL_ADMIN_PORT: whole(0, 65_535).default(0),
    SHOWREEL_ADMIN_HOST: z.string().min(1).default('127.0.0.1'),
    /** Where the command line finds the admin of a service on another machine. */
    SHOWREEL_ADMIN_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** Where Prometheus reads figures. Without a port they are served nowhere; port 0 takes a free one. */
    SHOWREEL_METRICS_PORT: whole(0, 65_535).optional(),
    SHOWREEL_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
    SHOWREEL_METRICS_TOKEN: z.string().min(32).optional(),
    /** Where traces and figures are sent by OTLP over HTTP. The exporters read OTEL_EXPORTER_OTLP_HEADERS themselves. */
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    /** Frames a second of every film that is recorded with this setting. */
    SHOWREEL_FRAME_RATE: z.enum(['30', '60']).default('30'),
    /** A folder of cgroup v2 that is delegated to the service and holds no process. */
    SHOWREEL_CGROUP: z.string().startsWith('/').optional(),
    SHOWREEL_FFMPEG: z.string().optional(),
    SHOWREEL_CHROMIUM: z.string().optional(),
    /** By which API the language model that plans is called. `none` leaves planning to the heuristic planner. */
    SHOWREEL_LLM_PROVIDER: z.enum(['none', 'openai-compatible', 'anthropic']).default('none'),
    /** The address of that API, up to and including the version. */
    SHOWREEL_LLM_URL: z.url({ protocol: /^https?$/ }).optional(),
    SHOWREEL_LLM_MODEL: z.string().min(1).optional(),
    SHOWREEL_LLM_API_KEY: z.string().min(1).optional(),
    /** The most tokens that one plan may take, in and out together. */
    SHOWREEL_LLM_MAX_TOKENS: whole(1000, 1_000_000).default(12_000),
    SHOWREEL_LLM_TIMEOUT_SEC: whole(1, 300).default(30),
    /** In US dollars for a million tokens. */
    SHOWREEL_LLM_PRICE_IN: z.coerce.number().min(0).max(10_000).optional(),
    SHOWREEL_LLM_PRICE_OUT: z.coerce.number().min(0).max(10_000).optional(),
    /** A folder of music (MP3, M4A, OGG, Opus, FLAC or WAV) that demos may have below their pictures. */
    SHOWREEL_MUSIC_DIR: z.string().min(1).optional(),
    /** The address of an OpenAI-compatible API, up to and including the version, whose `/audio/speech` reads captions aloud. */
    SHOWREEL_SPEECH_URL: z.url({ protocol: /^https?$/ }).optional(),
    SHOWREEL_SPEECH_KEY: z.string().min(1).optional(),
    SHOWREEL_SPEECH_MODEL: z.string().min(1).optional(),
    /** The voice of demos that name none. */
    SHOWREEL_SPEECH_VOICE: z.string().min(1).default('alloy'),
    /** How long one line may take. */
    SHOWREEL_SPEECH_TIMEOUT_SEC: whole(1, 60).default(15),
    /** With `development`, packs of credits cost nothing and are there at once. */
    SHOWREEL_PAYMENT: z.enum(['development', 'stripe']).default('development'),
    SHOWREEL_STRIPE_SECRET_KEY: z.string().min(1).optional(),
    SHOWREEL_STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
    /** The address of the Stripe API, where it is not Stripe's own. */
    SHOWREEL_STRIPE_API: z.url({ protocol: /^https?$/ }).optional(),
    /** The server that sends mail. Without one no mail is sent. */
    SHOWREEL_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** The address that mail comes from, with or without a name. */
    SHOWREEL_SMTP_FROM: sender.optional(),
    /** Whether a session opens the API only once its user has verified the email address. */
    SHOWREEL_REQUIRE_VERIFIED_EMAIL: flag.default(false),
    /**
     * Whether passwords that everybody tries first may be chosen. Unless set, they are refused where other machines reach the
     * service, and accepted on somebody's own machine.
     */
    SHOWREEL_KNOWN_PASSWORDS: z.enum(['refuse', 'accept']).optional(),
    SHOWREEL_LIMIT_READS_PER_MINUTE: whole(1, 1_000_000).default(600),
    SHOWREEL_LIMIT_WRITES_PER_MINUTE: whole(1, 1_000_000).default(120),
    SHOWREEL_LIMIT_PREVIEWS_PER_MINUTE: whole(1, 1_000_000).default(20),
    SHOWREEL_LIMIT_STILLS_PER_MINUTE: whole(1, 1_000_000).default(240),
    SHOWREEL_LIMIT_EMBEDS_PER_MINUTE: whole(1, 1_000_000).default(30),
    SHOWREEL_LIMIT_RUNTIME_EMBEDS_PER_MINUTE: whole(1, 1_000_000).default(120),
    SHOWREEL_LIMIT_DEVICE_CODES_PER_MINUTE: whole(1, 1_000_000).default(10),
    SHOWREEL_LIMIT_SIGN_INS_PER_MINUTE: whole(1, 1_000_000).default(60),
    SHOWREEL_LIMIT_SIGN_UPS_PER_MINUTE: whole(1, 1_000_000).default(60),
    SHOWREEL_LIMIT_FAILED_SIGN_INS_PER_HOUR: whole(1, 1_000_000).default(20),
    SHOWREEL_LIMIT_MAILS_PER_HOUR: whole(1, 1_000_000).default(5),
    SHOWREEL_LIMIT_MAIL_REQUESTS_PER_MINUTE: whole(1, 1_000_000).default(10),
    /** How many recordings may wait in the queue. */
    SHOWREEL_LIMIT_QUEUE: whole(1, 1_000_000).default(10_000),
    /** The largest video that may be uploaded. 1 MB is 2^20 bytes. */
    SHOWREEL_LIMIT_UPLOAD_MB: whole(1, 100_000).default(200),
    SHOWREEL_RATE_LIMITS: flag.default(true),
    /** What a page may take while it is filmed. A browser with an empty page has 180 MB and 65 threads. */
    SHOWREEL_LIMIT_PAGE_MEMORY_MB: whole(256, 1_000_000).default(defaultLimits.memoryBytes / 2 ** 20),
    SHOWREEL_LIMIT_PAGE_CPU_SEC: whole(5, 100_000).default(defaultLimits.cpuMs / 1000),
    SHOWREEL_LIMIT_PAGE_PROCESSES: whole(100, 100_000).default(defaultLimits.processes),
    SHOWREEL_LIMIT_PAGE_REQUESTS: whole(10, 10_000_000).default(defaultLimits.requests),
    SHOWREEL_LIMIT_PAGE_DATA_MB: whole(1, 1_000_000).default(defaultLimits.receivedBytes / 2 ** 20),
    SHOWREEL_LIMIT_PAGE_DISK_MB: whole(50, 1_000_000).default(defaultLimits.diskBytes / 2 ** 20),
  })
  .refine(
    (s) => s.SHOWREEL_PAYMENT !== 'stripe' || s.SHOWREEL_STRIPE_SECRET_KEY,
    refusal('SHOWREEL_STRIPE_SECRET_KEY', 'is needed where SHOWREEL_PAYMENT is "stripe".'),
  )
  .refine(
    (s) => s.SHOWREEL_PAYMENT !== 'stripe' || s.SHOWREEL_STRIPE_WEBHOOK_SECRET,
    refusal('SHOWREEL_STRIPE_WEBHOOK_SECRET', 'is needed where SHOWREEL_PAYMENT is "stripe".'),
  )
  .refine(
    (s) => s.SHOWREEL_LLM_PROVIDER !== 'openai-compatible' || s.SHOWREEL_LLM_URL,
    refusal('SHOWREEL_LLM_URL', 'is needed where SHOWREEL_LLM_PROVIDER is "openai-compatible".'),
  )
  .refine(
    (s) => (s.SHOWREEL_LLM_PROVIDER ?? 'none') === 'none' || s.SHOWREEL_LLM_MODEL,
    refusal('SHOWREEL_LLM_MODEL', 'is needed where SHOWREEL_LLM_PROVIDER is not "none".'),
  )
  .refine(
    (s) => !s.SHOWREEL_SPEECH_URL || s.SHOWREEL_SPEECH_MODEL,
    refusal('SHOWREEL_SPEECH_MODEL', 'is needed where SHOWREEL_SPEECH_URL is set.'),
  )
  .refine(
    (s) => !/^[^?#]*@|[?#]/.test(s.SHOWREEL_SPEECH_URL ?? ''),
    refusal(
      'SHOWREEL_SPEECH_URL',
      'must be an address without a user and without a query. The API key has a setting of its own, SHOWREEL_SPEECH_KEY.',
    ),
  )
  .refine(
    (s) =>
      s.SHOWREEL_METRICS_PORT === undefined ||
      isLoopbackHost(s.SHOWREEL_METRICS_HOST ?? '127.0.0.1') ||
      s.SHOWREEL_METRICS_TOKEN,
    refusal(
      'SHOWREEL_METRICS_TOKEN',
      'is needed where SHOWREEL_METRICS_HOST is not loopback: the figures say how much business there is.',
    ),
  )
  .refine(
    (s) => !s.SHOWREEL_SMTP_URL || s.SHOWREEL_SMTP_FROM,
    refusal('SHOWREEL_SMTP_FROM', 'is needed where SHOWREEL_SMTP_URL is set: mail comes from it.'),
  )
  .refine(
    (s) => !s.SHOWREEL_SMTP_URL || s.SHOWREEL_PUBLIC_URL,
    refusal(
      'SHOWREEL_PUBLIC_URL',
      'is needed where SHOWREEL_SMTP_URL is set: the links in mails begin with it.',
    ),
  )
  .refine(
    (s) => !s.SHOWREEL_REQUIRE_VERIFIED_EMAIL || s.SHOWREEL_SMTP_URL,
    refusal(
      'SHOWREEL_REQUIRE_VERIFIED_EMAIL',
      'needs SHOWREEL_SMTP_URL: nobody could verify an address without mail.',
    ),
  )
  .check(({ value, issues }) => {
    for (const { name, message } of bucketRefusals(value))
      issues.push({ code: 'custom', path: [name], message, input: undefined });
  });

export type Settings = z.infer<typeof settings>;
