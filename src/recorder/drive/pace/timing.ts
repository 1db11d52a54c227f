/** Lengths of the parts of an action, in ms at normal speed. */

/** The cursor starts so long after the camera. It arrives when the camera stands still. */
export const cameraLeadMs = 120;
/** How long a finger is visible before it rests on its target. */
export const fingerMs = 240;
/** How long the cursor or finger rests on its target before it presses. */
export const settleMs = 120;
/** How long the button stays down. It is the same at every speed, so that the press can be seen. */
export const pressMs = 100;
export const betweenClicksMs = 80;
/** How long a click's ripple takes. */
export const rippleMs = 350;
/** From the press into a field to the first key. The caret shows in this time; the ripple goes on while keys are typed. */
export const beforeKeysMs = 150;
/** How long at most the film waits for a page that scrolls by itself after a click. Browsers take about half of this. */
export const longestGlideMs = 1_500;

export const clickMs = (times: 1 | 2) => times * pressMs + (times - 1) * betweenClicksMs + rippleMs;
