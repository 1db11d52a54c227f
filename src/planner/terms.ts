import { conceptsOf } from './concepts.ts';
import { fold, stem, words } from './words.ts';

const joinedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}]/u;

/**
 * Everything a text can be found by: stems, pairs of characters of scripts written without spaces (dictionaries cut the
 * same word differently in two sentences), and concepts such as `#pricing`, which join languages.
 */
export function terms(text: string): string[] {
  const known = remembered.get(text);
  if (known) return known;
  if (remembered.size >= rememberedTexts) remembered.clear();
  const found = read(text);
  remembered.set(text, found);
  return found;
}

/** A prompt is held against the same names and headings many times; cutting text into words is most of that work. */
const remembered = new Map<string, string[]>();
const rememberedTexts = 4000;

function read(text: string): string[] {
  const found: string[] = [];
  for (const { raw, stem } of words(text)) {
    if (stopWords.has(stem) || stopWords.has(fold(raw))) continue;
    found.push(stem);
    // Rarer signs are surrogate pairs.
    const signs = joinedScripts.test(raw) ? [...raw] : [];
    if (signs.length > 2) for (const [at, next] of signs.slice(1).entries()) found.push(signs[at] + next);
  }
  found.push(...conceptsOf(text).map((concept) => `#${concept}`));
  return found;
}

/** Words that say nothing about what to show; the grammar of the languages prompts mostly come in, and film talk. */
const stopWords = new Set(
  `a an the this that these those it its is are was be been being am i we you they he she them us our your my their his her
  of in on at to for from by with about into over under up down out off as than then so and or but if not no nor do does did
  can could should would will shall may might must have has had there here what which who whom how why when where all any
  each every some such only own same too very just also please let s t me more most other both few
  show showing display present presentation demo demonstrate demonstration video clip recording make
  create give want need like look see watch view short quick nice good great product page site website web app tour walk
  through second sec minute people user visitor else rest remaining section part area thing something anything everything really
  der die das den dem ein eine einen und oder von zu mit fur auf im am ist sind zeig zeige zeigen bitte mir uns seite
  le la les un une des du de et ou a au aux en pour avec sur dans est sont montre montrer montrez moi page
  el los las una unos y o con por para en es son muestra mostrar pagina il lo gli di e da che
  o os as um uma e do da em na no de het een en van op met toon
  في من على الى إلى عن هذا هذه و أن ما هو هي اعرض أظهر صفحة فيديو
  的 了 和 是 在 我 你 请 把 一个 这个 显示 展示 视频 页面 介绍 を は が の に で と も 見せて 表示 動画 ページ`
    .split(/\s+/)
    .flatMap((word) => [fold(word), stem(fold(word))]),
);
