/**
 * Confinement: runs ffmpeg and ffprobe, which read what strangers made, with as little of the machine as it allows. Probe, recorder
 * and worker come in. It knows no word of films.
 */
export { type Confined, confine } from './confine.ts';
export { type Confinement, findConfinement, type Level } from './levels.ts';
