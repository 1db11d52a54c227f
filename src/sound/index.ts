/**
 * Sound: a bed of music and a voice that reads a film's captions, mixed and put under its pictures. The worker comes in with a finished
 * film, and `start` and the domain's `sounds` with the operator's settings. ffmpeg runs as confined as for strangers' files; the requests
 * to the provider of the voice are made here, and nowhere else.
 *
 * - `music-folder`: what the operator offers. `speech`: the provider. `voice`: the lines of one film, spoken.
 * - `place-lines`: when each line is heard. `bed`, `mix`, `loudness`: what the ear gets. `add-sound`: the film with it.
 */
export { addSound, type FilmSound } from './add-sound.ts';
export { listMusic } from './music-folder.ts';
export { roomFor } from './place-lines.ts';
export type { SpeechSettings } from './speech.ts';
export { openVoice, type Voice } from './voice.ts';
