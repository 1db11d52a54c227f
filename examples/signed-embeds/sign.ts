import { createHmac } from 'node:crypto';

const { SHOWREEL_URL, PROJECT_ID, SIGNING_SECRET } = process.env;

const expires = String(Math.floor(Date.now() / 1000) + 3600);
const wish = { prompt: 'Show the pricing – and the “free” plan', autoplay: true, theme: 'dark' };
const payload = Buffer.from(JSON.stringify(wish)).toString('base64url');
const signature = createHmac('sha256', String(SIGNING_SECRET))
  .update(`v1\n${PROJECT_ID}\n${expires}\n${payload}`)
  .digest('hex');

const query = new URLSearchParams({ project_id: String(PROJECT_ID), expires, payload, signature });
console.log(`${SHOWREEL_URL}/api/v1/embed/runtime?${query}`);
