import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type ContentScriptMessage, filterCompactRules } from '@duckduckgo/autoconsent';
import type { Frame } from 'puppeteer-core';
import { settled } from '../deadline.ts';
import type { Tab } from '../tab.ts';

// The first look finds banners that are already open; the second look ends half a second later.
const firstLookMs = 120;
const secondLookMs = 700;
// Some banners need two more clicks to be refused.
const refusalMs = 6_000;
// Only frames with a consent service's name are watched: watching every advertisement's frame would only cost time.
export const consentFrame =
  /consent|cookie|privacy|gdpr|cmp|onetrust|didomi|usercentrics|trustarc|sourcepoint/i;

/** Each look tells whether a banner has been refused. Where a banner is just being refused, the look waits for that to end. */
export interface BannerWatch {
  firstLook(): Promise<boolean>;
  secondLook(): Promise<boolean>;
}

/**
 * Refuses the banners of consent services that DuckDuckGo's autoconsent has rules for, off camera. Its script runs in an isolated
 * world, where the page cannot reach it. It never agrees, because its heuristics that click "accept" are off. Between the two
 * looks the page may be used for something else.
 */
export async function watchForKnownBanner(tab: Tab): Promise<BannerWatch> {
  const main = tab.page.mainFrame();
  const frames = tab.page
    .frames()
    .filter((frame) => frame === main || consentFrame.test(`${frame.url()} ${frame.name()}`));
  const started = await Promise.all(
    frames.slice(0, 4).map((frame) => startAgent(tab, frame).catch(() => null)),
  );
  const agents = started.filter((agent) => agent !== null);
  const startedMs = tab.clock.nowMs;
  const look = async (detectionMs: number) => {
    const isBusy = () => {
      const sinceMs = tab.clock.nowMs - startedMs;
      if (agents.some(({ state }) => state === 'refusing')) return sinceMs < secondLookMs + refusalMs;
      return agents.some(({ state }) => state === 'looking') && sinceMs < detectionMs;
    };
    const handleAllMessages = () =>
      Promise.all(agents.map((agent) => settled(handleMessages(tab, agent), 1_000)));
    // Messages that arrived since the last look are handled before the deadline is checked.
    await handleAllMessages();
    while (isBusy()) {
      await tab.clock.idle(40);
      await handleAllMessages();
    }
    const refused = agents.find(({ state }) => state === 'refused');
    if (refused) tab.log.info({ service: refused.service }, 'consent banner refused');
    return refused !== undefined;
  };
  return { firstLook: () => look(firstLookMs), secondLook: () => look(secondLookMs) };
}

interface Agent {
  frame: Frame;
  world: number;
  state: 'looking' | 'refusing' | 'refused' | 'over';
  service: string | null;
}

async function startAgent(tab: Tab, frame: Frame): Promise<Agent> {
  const { script, rules } = await loadAutoconsent();
  // Puppeteer's frames hold their id of the DevTools protocol.
  const { _id: frameId } = frame as Frame & { _id: string };
  const { executionContextId } = await tab.cdp.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'showreel-consent',
  });
  const compact = filterCompactRules(rules, { url: frame.url(), mainFrame: frame.parentFrame() === null });
  const answer = { type: 'initResp', config, rules: { autoconsent: [], compact } };
  const agent: Agent = { frame, world: executionContextId, state: 'looking', service: null };
  await evaluateInWorld(
    tab,
    agent,
    `(() => {
      const outbox = [];
      const send = (message) => {
        if (message.type === 'init') setTimeout(() => autoconsentReceiveMessage(${JSON.stringify(answer)}), 0);
        else if (message.type !== 'report' || message.state.lifecycle === 'nothingDetected') outbox.push(message);
        return Promise.resolve();
      };
      globalThis.autoconsentSendMessage = send;
      globalThis.takeMessages = () => outbox.splice(0);
      ${script}
    })()`,
  );
  return agent;
}

const config = {
  enabled: true,
  autoAction: 'optOut',
  disabledCmps: [],
  enablePrehide: false,
  enableCosmeticRules: true,
  enableGeneratedRules: true,
  detectRetries: 2,
  isMainWorld: false,
  prehideTimeout: 0,
  enableHeuristicDetection: true,
  heuristicMode: 'reject',
  enablePopupMutationObserver: false,
  logs: {},
};

async function handleMessages(tab: Tab, agent: Agent): Promise<void> {
  if (agent.state === 'refused' || agent.state === 'over') return;
  const messages = (await evaluateInWorld(tab, agent, 'takeMessages()').catch(
    () => [],
  )) as ContentScriptMessage[];
  for (const message of messages ?? []) {
    if (message.type === 'report') agent.state = 'over';
    if (message.type === 'cmpDetected') [agent.state, agent.service] = ['refusing', message.cmp];
    if (message.type === 'autoconsentError') agent.state = 'over';
    if (message.type === 'optOutResult' && !message.result) agent.state = 'over';
    if (message.type === 'autoconsentDone') agent.state = message.isCosmetic ? 'over' : 'refused';
    if (message.type === 'eval') await evaluateInPage(tab, agent, message);
  }
}

/** Some rules call the consent service's own script, which runs in the page's main world. */
async function evaluateInPage(tab: Tab, agent: Agent, { id, code }: { id: string; code: string }) {
  const answer = agent.frame.evaluate(code).catch(() => false);
  const result = (await settled(answer, 1_000)) ? Boolean(await answer) : false;
  const reply = JSON.stringify({ type: 'evalResp', id, result });
  await evaluateInWorld(tab, agent, `void autoconsentReceiveMessage(${reply})`).catch(() => undefined);
}

async function evaluateInWorld(tab: Tab, { world }: Agent, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await tab.answer(
    tab.cdp.send('Runtime.evaluate', { contextId: world, expression, returnByValue: true }),
  );
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return result.value;
}

type CompactRules = Parameters<typeof filterCompactRules>[0];
let loaded: Promise<{ script: string; rules: CompactRules }> | null = null;

function loadAutoconsent() {
  loaded ??= (async () => {
    const rulesPath = fileURLToPath(import.meta.resolve('@duckduckgo/autoconsent/rules/compact-rules.json'));
    const scriptUrl = new URL('./autoconsent.playwright.js', import.meta.resolve('@duckduckgo/autoconsent'));
    const [script, rules] = await Promise.all([readFile(scriptUrl, 'utf8'), readFile(rulesPath, 'utf8')]);
    return { script, rules: JSON.parse(rules) as CompactRules };
  })();
  return loaded;
}
