/** A bucket of an S3-compatible service, as the settings `SHOWREEL_S3_*` name it. */
export interface BucketSettings {
  bucket: string;
  /** The address of the service, without the bucket; null: that of AWS for the region. */
  endpoint: string | null;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** What every key in the bucket begins with: empty, or with a slash at its end. */
  prefix: string;
  /** Whether the bucket's name stands in the path of addresses, and not in the host. */
  pathStyle: boolean;
  /** Browsers get films from the bucket itself; null: through the service. */
  direct: {
    /** How browsers reach the service, where it is not by `endpoint`. */
    endpoint: string | null;
    lifetimeSec: number;
  } | null;
}
