import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type ContentScriptMessage, filterCompactRules } from '@duckduckgo/autoconsent';
import type { Frame } from 'puppeteer-core';
import { settled } from '../deadline.ts';
import type { Tab } from '../tab.ts';

// What is there already is found in the first look; the second comes half a second later.
const firstLookMs = 120;
const secondLookMs = 700;
// Some banners only refuse behind two more clicks.
const refusalMs = 6_000;
// Frames of consent services; asking every advertisement's frame would only cost time.
export const consentFrame =
  /consent|cookie|privacy|gdpr|cmp|onetrust|didomi|usercentrics|trustarc|sourcepoint/i;

/** Each answers whether a banner has been refused; where one is just being refused, once that is done. */
export interface BannerWatch {
  firstLook(): Promise<boolean>;
  secondLook(): Promise<boolean>;
}

/**
 * Refuses the banners of the consent services that the rules of DuckDuckGo's autoconsent know, off camera. Its script runs
 * in a world of its own, where the page cannot reach it. It never agrees: heuristics that click "accept" are off. Between
 * its two looks the page is free for something else.
 */
export async function watchForKnownBanner(tab: Tab): Promise<BannerWatch> {
  const main = tab.page.mainFrame();
  const frames = tab.page
    .frames()
    .filter((frame) => frame === main || consentFrame.test(`${frame.url()} ${frame.name()}`));
  const begun = await Promise.all(frames.slice(0, 4).map((frame) => begin(tab, frame).catch(() => null)));
  const agents = begun.filter((agent) => agent !== null);
  const startedMs = tab.clock.nowMs;
  const look = async (lookingMs: number) => {
    const isBusy = () => {
      const sinceMs = tab.clock.nowMs - startedMs;
      if (agents.some(({ state }) => state === 'refusing')) return sinceMs < secondLookMs + refusalMs;
      return agents.some(({ state }) => state === 'looking') && sinceMs < lookingMs;
    };
    const listenToAll = () => Promise.all(agents.map((agent) => settled(listen(tab, agent), 1_000)));
    // What has been said since the last look comes before what the clock says.
    await listenToAll();
    while (isBusy()) {
      await tab.clock.idle(40);
      await listenToAll();
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

async function begin(tab: Tab, frame: Frame): Promise<Agent> {
  const { script, rules } = await loadAutoconsent();
  // Puppeteer's frames carry the identifier that the protocol knows them by.
  const { _id: frameId } = frame as Frame & { _id: string };
  const { executionContextId } = await tab.cdp.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'showreel-consent',
  });
  const compact = filterCompactRules(rules, { url: frame.url(), mainFrame: frame.parentFrame() === null });
  const answer = { type: 'initResp', config, rules: { autoconsent: [], compact } };
  const agent: Agent = { frame, world: executionContextId, state: 'looking', service: null };
  await run(
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

async function listen(tab: Tab, agent: Agent): Promise<void> {
  if (agent.state === 'refused' || agent.state === 'over') return;
  const messages = (await run(tab, agent, 'takeMessages()').catch(() => [])) as ContentScriptMessage[];
  for (const message of messages ?? []) {
    if (message.type === 'report') agent.state = 'over';
    if (message.type === 'cmpDetected') [agent.state, agent.service] = ['refusing', message.cmp];
    if (message.type === 'autoconsentError') agent.state = 'over';
    if (message.type === 'optOutResult' && !message.result) agent.state = 'over';
    if (message.type === 'autoconsentDone') agent.state = message.isCosmetic ? 'over' : 'refused';
    if (message.type === 'eval') await evaluateInPage(tab, agent, message);
  }
}

/** Some rules ask the consent service itself, which lives in the page's own world. */
async function evaluateInPage(tab: Tab, agent: Agent, { id, code }: { id: string; code: string }) {
  const answer = agent.frame.evaluate(code).catch(() => false);
  const result = (await settled(answer, 1_000)) ? Boolean(await answer) : false;
  const reply = JSON.stringify({ type: 'evalResp', id, result });
  await run(tab, agent, `void autoconsentReceiveMessage(${reply})`).catch(() => undefined);
}

async function run(tab: Tab, { world }: Agent, expression: string): Promise<unknown> {
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
