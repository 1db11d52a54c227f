/** Lengths of the parts of an action, in ms at normal speed. */

/** A cursor sets off a little after the camera, and arrives when the camera has settled. */
export const cameraLeadMs = 120;
/** A finger is seen so long before it rests on its target. */
export const fingerMs = 240;
/** A hand rests on its target for a moment before it presses. */
export const settleMs = 120;
/** How long the button stays down; at any speed, so that the press can be seen. */
export const pressMs = 100;
export const betweenClicksMs = 80;
/** What a click's ripple takes. */
export const rippleMs = 350;
/** From a press into a field to the first key: the caret is seen, the ripple goes on while one types. */
export const beforeKeysMs = 150;
/** A page that glides for longer by itself, after a click, is not waited for: browsers take about half of this. */
export const longestGlideMs = 1_500;

export const clickMs = (times: 1 | 2) => times * pressMs + (times - 1) * betweenClicksMs + rippleMs;
