const { SHOWREEL_URL, SHOWREEL_KEY, PROJECT_ID, SITEMAP, PROMPT } = process.env;

const sitemap = await (await fetch(String(SITEMAP))).text();
const pages = [...sitemap.matchAll(/<loc>\s*(.*?)\s*<\/loc>/gs)].map(([, url]) =>
  url!.replaceAll('&amp;', '&'),
);

for (const url of pages) {
  // The same prompt as on the element: `data-prompt`, or none.
  const body = JSON.stringify({
    project_id: PROJECT_ID,
    context: { url },
    ...(PROMPT && { prompt: PROMPT }),
  });
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': String(SHOWREEL_KEY) };
  let answer: Response;
  for (;;) {
    answer = await fetch(`${SHOWREEL_URL}/api/v1/embed/generate`, { method: 'POST', headers, body });
    const waitSec = Number(answer.headers.get('Retry-After') ?? 5);
    // A rate limit passes within a minute. A used-up quota does not.
    if (answer.status !== 429 || waitSec > 60) break;
    await new Promise((resolve) => setTimeout(resolve, waitSec * 1000));
  }
  const { status, error } = (await answer.json()) as { status?: string; error?: string };
  console.log(`${answer.status} ${url}: ${status ?? error}`);
  if (!answer.ok) process.exitCode = 1;
}
