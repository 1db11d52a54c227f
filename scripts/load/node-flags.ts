/**
 * What `make start` gives Node. V8 may fill 128 MB with young objects before it collects them, on a machine of 24 GB: the service grew from
 * 254 to 345 MB over its first film and kept it, of which 63 MB were in use. With 2 × 16 MB it goes from 240 to 297 MB.
 */
export const nodeFlags = ['--max-semi-space-size=16'];
