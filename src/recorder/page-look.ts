import type { BrowserSession } from './browser/index.ts';
import { colorOf, iconColors, type PictureColor, pictureColors } from './compose/index.ts';
import { fromHex, hueBetween, luminanceOf } from './contract/oklch.ts';
import {
  type PageLook,
  pageLookSchema,
  plainLook,
  type SaidLook,
  saidLookSchema,
} from './contract/page-look.ts';
import { readManifestColor, readPageFile } from './page/read-files.ts';
import { readSaidLook } from './page/read-look.ts';
import type { StoredTake } from './takes/index.ts';

/**
 * Reads what the loaded page looks like: what it says of its colours, and a picture of it. Some hundredths of a second of the page's time
 * pass. A page that cannot be read is taken for a plain one: no film fails for its stage.
 */
export async function readPageLook({ tab }: BrowserSession): Promise<PageLook> {
  const said = saidLookSchema.safeParse(await tab.ask(readSaidLook).catch(() => null)).data ?? null;
  await tab.clock.roll();
  tab.clock.cut();
  const picture = (await tab.clock.frame(tab.screen.whole))?.jpeg;
  if (!picture) return plainLook;
  const { width, height } = tab.screen.viewport;
  const logos = (said?.logos ?? []).flatMap(({ x, y, ...box }) => {
    const part = { x: x / width, y: y / height, width: box.width / width, height: box.height / height };
    const isSeen = part.x >= 0 && part.y >= 0 && part.x + part.width <= 1 && part.y + part.height <= 1;
    return isSeen ? [pictureColors(picture, part)] : [];
  });
  const seen = pageLookSchema.safeParse(lookOf(pictureColors(picture), { said, logos }));
  const look = seen.success ? seen.data : plainLook;
  if (look.accents.length > 0) return look;
  return { ...look, accents: said ? await accentsOfFiles(tab, said) : [] };
}

/** The colours of a page that shows none: those of its web manifest, and of its icon. */
async function accentsOfFiles(tab: BrowserSession['tab'], { manifest, icons }: SaidLook): Promise<string[]> {
  const named = manifest ? colorOf((await readManifestColor(tab, manifest)) ?? '') : null;
  const uses = named ? [{ color: named, weight: themeWeight }] : [];
  for (const url of icons) {
    const icon = await readPageFile(tab, url);
    const colors = icon ? await iconColors(icon) : [];
    uses.push(...colors.map(({ color, share }) => ({ color, weight: logoWeight * Math.sqrt(share) })));
    if (colors.length > 0) break;
  }
  return accentsOf(uses);
}

/** What the page of a take looked like. Of an older take, only its first picture tells that. @throws BrokenTake */
export async function lookOfTake({ timeline, picture }: StoredTake): Promise<PageLook> {
  if (timeline.look) return timeline.look;
  const first = timeline.frames.find((frame) => frame.picture !== null)?.picture;
  return first ? lookOf(pictureColors(await picture(first)), { said: null, logos: [] }) : plainLook;
}

function lookOf(
  picture: readonly PictureColor[],
  { said, logos }: { said: SaidLook | null; logos: readonly (readonly PictureColor[])[] },
): PageLook {
  const darkShare = picture.reduce(
    (sum, { color, share }) => sum + (luminanceOf(color) < 0.18 ? share : 0),
    0,
  );
  return {
    ground: picture[0]?.color ?? '#ffffff',
    isDark: darkShare > 0.5 || (darkShare > 0.35 && said?.isDarkScheme === true),
    accents: accentsOf([
      ...(said?.theme ? [{ color: said.theme, weight: themeWeight }] : []),
      ...(said?.uses ?? []),
      ...picture.map(({ color, share }) => ({ color, weight: pictureWeight * Math.sqrt(share) })),
      ...logos.flatMap((colors) =>
        colors.map(({ color, share }) => ({ color, weight: logoWeight * Math.sqrt(share) })),
      ),
    ]),
  };
}

/** Who names a colour for the whole browser means it. */
const themeWeight = 6;
/** A hero in the brand's colour weighs as much as two buttons. A photograph has no single colour of that share. */
const pictureWeight = 7;
const logoWeight = 3;

/** Below this chroma a colour reads as a grey. */
const leastChroma = 0.045;
/** Hues that are closer than this are tones of one colour. */
const sameHue = 24;
const leastWeight = 0.9;

/** The hues that weigh most, each by its strongest tone. */
function accentsOf(uses: readonly { color: string; weight: number }[]): string[] {
  const vivid = uses
    .map(({ color, weight }) => ({ color, ...fromHex(color), weight }))
    .filter(({ chroma, lightness }) => chroma >= leastChroma && lightness > 0.12 && lightness < 0.97)
    // A pale or murky tone says less of a brand than a clear one.
    .map((use) => ({ ...use, worth: use.weight * Math.min(1, use.chroma / 0.13) }))
    .sort((a, b) => b.worth - a.worth);
  const families: { worth: number; tones: typeof vivid }[] = [];
  for (const use of vivid) {
    const family = families.find(({ tones }) => Math.abs(hueBetween(tones[0]!.hue, use.hue)) < sameHue);
    if (!family) families.push({ worth: use.worth, tones: [use] });
    else {
      family.worth += use.worth;
      family.tones.push(use);
    }
  }
  return families
    .filter(({ worth }) => worth >= leastWeight)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, 6)
    .map(({ tones }) => strongest(tones));
}

/** Of the same colour used often, the tone that is used most. */
function strongest(tones: readonly { color: string; worth: number }[]): string {
  const sums = new Map<string, number>();
  for (const { color, worth } of tones) sums.set(color, (sums.get(color) ?? 0) + worth);
  return [...sums].sort(([, a], [, b]) => b - a)[0]![0];
}
