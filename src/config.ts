/**
 * The settings of the service. They are read from process.env here and nowhere else. Every wrong setting is named at once,
 * before anything starts.
 */
import type { BucketSettings } from './media/bucket/settings.ts';
import type { ModelSettings } from './planner/index.ts';
import { defaultLimits, type PageLimits } from './recorder/contract/limits.ts';
import { withFiles } from './setting-files.ts';
import { type Settings, settings } from './settings.ts';
import { isLoopbackHost } from './site.ts';
import type { SpeechSettings } from './sound/index.ts';

export interface Config {
  port: number;
  host: string;
  role: 'all' | 'api' | 'worker';
  dataDir: string;
  databaseUrl: string | null;
  /** Where media are kept; null: in the data folder. */
  bucket: BucketSettings | null;
  publicUrl: string | null;
  /** As Fastify expects it: how many proxies, or which ones, may say where a request comes from. */
  trustProxy: false | number | string;
  allowHosts: string[];
  allowLoopback: boolean;
  secretKeys: string | null;
  backupPassphrase: string | null;
  /** The path of an archive; null: the first start begins with nothing. */
  restoreFrom: string | null;
  logLevel: string;
  concurrency: number;
  jobDeadlineMs: number;
  /** Within this time a preview is to be there. */
  previewMs: number;
  /** 0 to 19, as of nice(1). */
  filmNiceness: number;
  resetTimeoutMs: number;
  /** How long takes are kept; 0: not at all. */
  takesKeptMs: number;
  admin: { token: string | null; host: string; port: number; url: string | null };
  /** Where Prometheus reads figures; null: nowhere. */
  metrics: { host: string; port: number; token: string | null } | null;
  /** The base address of an OTLP receiver; null: nothing is sent. */
  otlpUrl: string | null;
  /** Frames a second. */
  fps: number;
  /** Where limits of the kernel are set; null: where systemd has made a place for them. */
  cgroup: string | null;
  ffmpegPath: string | null;
  chromiumPath: string | null;
  /** The language model that plans; null where there is none. */
  model: ModelSettings | null;
  /** The folder with the music that demos may have; null where there is none. */
  musicDir: string | null;
  /** Who reads captions aloud; null where nobody does. */
  speech: SpeechSettings | null;
  payment:
    | { provider: 'development' }
    | { provider: 'stripe'; secretKey: string; webhookSecret: string; apiUrl: string | null };
  /** null where no mail is sent. `url` holds the password of the mail server. */
  mail: { url: string; from: string } | null;
  signIn: { refusesKnownPasswords: boolean; requiresVerifiedEmail: boolean };
  uploadLimitBytes: number;
  queueLimit: number;
  pageLimits: PageLimits;
  limits: {
    enabled: boolean;
    readsPerMinute: number;
    writesPerMinute: number;
    /** `demos/preview`, for each key. */
    previewsPerMinute: number;
    /** `demos/{id}/stills`, for each key. */
    stillsPerMinute: number;
    /** `embed/generate`, for each key and address. */
    embedsPerMinute: number;
    /** `embed/runtime`, for each address. */
    runtimeEmbedsPerMinute: number;
    /** `device/code`, for each address. */
    deviceCodesPerMinute: number;
    /** For each address. */
    signInsPerMinute: number;
    /** For each address. */
    signUpsPerMinute: number;
    /** For each account, and for each place that the account was signed in from before. */
    failedSignInsPerHour: number;
    /** Of each kind, for each account. */
    mailsPerHour: number;
    /** For each address. */
    mailRequestsPerMinute: number;
  };
}

/** @throws Error with one line for each wrong setting. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = withFiles(env, Object.keys(settings.shape));
  const parsed = settings.safeParse(given.values);
  if (!parsed.success || given.faults.length > 0) {
    const wrong = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(['These settings are wrong:', ...given.faults, ...wrong].join('\n  '));
  }
  const s = parsed.data;
  const host = s.HOST ?? '127.0.0.1';
  return {
    port: s.PORT,
    host,
    role: s.SHOWREEL_ROLE,
    dataDir: s.SHOWREEL_DATA_DIR,
    databaseUrl: s.DATABASE_URL ?? null,
    bucket: bucketOf(s),
    publicUrl: s.SHOWREEL_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: s.SHOWREEL_TRUST_PROXY,
    allowHosts: s.SHOWREEL_ALLOW_HOSTS,
    allowLoopback:
      s.SHOWREEL_ALLOW_LOOPBACK ??
      ((s.SHOWREEL_ROLE !== 'worker' || s.HOST !== undefined) && isLoopbackHost(host)),
    secretKeys: s.SHOWREEL_SECRET_KEYS ?? null,
    backupPassphrase: s.SHOWREEL_BACKUP_PASSPHRASE ?? null,
    restoreFrom: s.SHOWREEL_RESTORE_FROM ?? null,
    logLevel: s.SHOWREEL_LOG_LEVEL,
    concurrency: s.SHOWREEL_CONCURRENCY,
    jobDeadlineMs: s.SHOWREEL_JOB_DEADLINE_SEC * 1000,
    previewMs: s.SHOWREEL_PREVIEW_SEC * 1000,
    filmNiceness: s.SHOWREEL_FILM_NICENESS,
    resetTimeoutMs: s.SHOWREEL_RESET_TIMEOUT_SEC * 1000,
    takesKeptMs: s.SHOWREEL_TAKE_DAYS * 86_400_000,
    admin: {
      token: s.SHOWREEL_ADMIN_TOKEN ?? null,
      host: s.SHOWREEL_ADMIN_HOST,
      port: s.SHOWREEL_ADMIN_PORT,
      url: s.SHOWREEL_ADMIN_URL?.replace(/\/+$/, '') ?? null,
    },
    metrics: metricsOf(s),
    otlpUrl: s.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '') ?? null,
    fps: Number(s.SHOWREEL_FRAME_RATE),
    cgroup: s.SHOWREEL_CGROUP ?? null,
    ffmpegPath: s.SHOWREEL_FFMPEG ?? null,
    chromiumPath: s.SHOWREEL_CHROMIUM ?? null,
    model: modelOf(s),
    musicDir: s.SHOWREEL_MUSIC_DIR ?? null,
    speech: speechOf(s),
    payment: paymentOf(s),
    mail: s.SHOWREEL_SMTP_URL ? { url: s.SHOWREEL_SMTP_URL, from: s.SHOWREEL_SMTP_FROM! } : null,
    signIn: {
      refusesKnownPasswords:
        (s.SHOWREEL_KNOWN_PASSWORDS ?? (isReachable(s) ? 'refuse' : 'accept')) === 'refuse',
      requiresVerifiedEmail: s.SHOWREEL_REQUIRE_VERIFIED_EMAIL,
    },
    queueLimit: s.SHOWREEL_LIMIT_QUEUE,
    pageLimits: {
      ...defaultLimits,
      memoryBytes: s.SHOWREEL_LIMIT_PAGE_MEMORY_MB * 2 ** 20,
      cpuMs: s.SHOWREEL_LIMIT_PAGE_CPU_SEC * 1000,
      processes: s.SHOWREEL_LIMIT_PAGE_PROCESSES,
      requests: s.SHOWREEL_LIMIT_PAGE_REQUESTS,
      receivedBytes: s.SHOWREEL_LIMIT_PAGE_DATA_MB * 2 ** 20,
      diskBytes: s.SHOWREEL_LIMIT_PAGE_DISK_MB * 2 ** 20,
    },
    uploadLimitBytes: s.SHOWREEL_LIMIT_UPLOAD_MB * 2 ** 20,
    limits: {
      enabled: s.SHOWREEL_RATE_LIMITS,
      readsPerMinute: s.SHOWREEL_LIMIT_READS_PER_MINUTE,
      writesPerMinute: s.SHOWREEL_LIMIT_WRITES_PER_MINUTE,
      previewsPerMinute: s.SHOWREEL_LIMIT_PREVIEWS_PER_MINUTE,
      stillsPerMinute: s.SHOWREEL_LIMIT_STILLS_PER_MINUTE,
      embedsPerMinute: s.SHOWREEL_LIMIT_EMBEDS_PER_MINUTE,
      runtimeEmbedsPerMinute: s.SHOWREEL_LIMIT_RUNTIME_EMBEDS_PER_MINUTE,
      deviceCodesPerMinute: s.SHOWREEL_LIMIT_DEVICE_CODES_PER_MINUTE,
      signInsPerMinute: s.SHOWREEL_LIMIT_SIGN_INS_PER_MINUTE,
      signUpsPerMinute: s.SHOWREEL_LIMIT_SIGN_UPS_PER_MINUTE,
      failedSignInsPerHour: s.SHOWREEL_LIMIT_FAILED_SIGN_INS_PER_HOUR,
      mailsPerHour: s.SHOWREEL_LIMIT_MAILS_PER_HOUR,
      mailRequestsPerMinute: s.SHOWREEL_LIMIT_MAIL_REQUESTS_PER_MINUTE,
    },
  };
}

/** Whether other machines reach the service: it listens for them, or a proxy in front of it does. */
const isReachable = ({ HOST, SHOWREEL_PUBLIC_URL }: Settings) =>
  !isLoopbackHost(HOST ?? '127.0.0.1') ||
  (SHOWREEL_PUBLIC_URL !== undefined && !isLoopbackHost(new URL(SHOWREEL_PUBLIC_URL).hostname));

const metricsOf = (s: Settings): Config['metrics'] =>
  s.SHOWREEL_METRICS_PORT === undefined
    ? null
    : {
        host: s.SHOWREEL_METRICS_HOST,
        port: s.SHOWREEL_METRICS_PORT,
        token: s.SHOWREEL_METRICS_TOKEN ?? null,
      };

function bucketOf(s: Settings): Config['bucket'] {
  if (s.SHOWREEL_S3_BUCKET === undefined) return null;
  return {
    bucket: s.SHOWREEL_S3_BUCKET,
    endpoint: s.SHOWREEL_S3_ENDPOINT ?? null,
    region: s.SHOWREEL_S3_REGION ?? 'us-east-1',
    accessKeyId: s.SHOWREEL_S3_ACCESS_KEY_ID!,
    secretAccessKey: s.SHOWREEL_S3_SECRET_ACCESS_KEY!,
    prefix: s.SHOWREEL_S3_PREFIX ?? '',
    pathStyle: s.SHOWREEL_S3_PATH_STYLE ?? s.SHOWREEL_S3_ENDPOINT !== undefined,
    direct: s.SHOWREEL_S3_PRESIGN
      ? { endpoint: s.SHOWREEL_S3_PUBLIC_ENDPOINT ?? null, lifetimeSec: s.SHOWREEL_S3_PRESIGN_SEC ?? 3600 }
      : null,
  };
}

function paymentOf(s: Settings): Config['payment'] {
  if (s.SHOWREEL_PAYMENT === 'development') return { provider: 'development' };
  return {
    provider: 'stripe',
    secretKey: s.SHOWREEL_STRIPE_SECRET_KEY!,
    webhookSecret: s.SHOWREEL_STRIPE_WEBHOOK_SECRET!,
    apiUrl: s.SHOWREEL_STRIPE_API ?? null,
  };
}

function modelOf(s: Settings): Config['model'] {
  if (s.SHOWREEL_LLM_PROVIDER === 'none') return null;
  return {
    provider: s.SHOWREEL_LLM_PROVIDER,
    url: (s.SHOWREEL_LLM_URL ?? 'https://api.anthropic.com/v1').replace(/\/+$/, ''),
    model: s.SHOWREEL_LLM_MODEL!,
    apiKey: s.SHOWREEL_LLM_API_KEY ?? null,
    maxTokens: s.SHOWREEL_LLM_MAX_TOKENS,
    timeoutMs: s.SHOWREEL_LLM_TIMEOUT_SEC * 1000,
    price: priceOf(s.SHOWREEL_LLM_PRICE_IN, s.SHOWREEL_LLM_PRICE_OUT),
  };
}

const speechOf = (s: Settings): Config['speech'] =>
  s.SHOWREEL_SPEECH_URL === undefined
    ? null
    : {
        url: s.SHOWREEL_SPEECH_URL.replace(/\/+$/, ''),
        apiKey: s.SHOWREEL_SPEECH_KEY ?? null,
        model: s.SHOWREEL_SPEECH_MODEL!,
        voice: s.SHOWREEL_SPEECH_VOICE,
        timeoutMs: s.SHOWREEL_SPEECH_TIMEOUT_SEC * 1000,
      };

/** null unless both prices are set, since one of them alone would make every plan look cheaper than it is. */
const priceOf = (input: number | undefined, output: number | undefined) =>
  input === undefined || output === undefined ? null : { input, output };
