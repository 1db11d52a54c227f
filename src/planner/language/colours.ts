// biome-ignore-all format: a colour in all languages is read at a glance

/** Words for colours, each with a usual shade of it as red, green and blue from 0 to 255. */
const shades: readonly (readonly [words: readonly string[], shade: readonly [number, number, number]])[] = [
  [['red', 'rot', 'rouge', 'rojo', 'rosso', 'vermelho', 'rood'], [229, 60, 60]],
  [['orange', 'naranja', 'arancione', 'laranja', 'oranje'], [243, 150, 60]],
  [['yellow', 'gelb', 'jaune', 'amarillo', 'giallo', 'amarelo', 'geel'], [242, 205, 60]],
  [['green', 'grün', 'vert', 'verde', 'groen'], [70, 175, 95]],
  [['teal', 'turquoise', 'türkis', 'turquesa', 'turchese', 'cyan'], [40, 180, 195]],
  [['blue', 'blau', 'bleu', 'azul', 'blu', 'blauw'], [55, 115, 225]],
  [['indigo'], [85, 90, 205]],
  [['purple', 'violet', 'lila', 'violett', 'morado', 'viola', 'roxo', 'paars'], [150, 85, 205]],
  [['pink', 'rosa', 'rose', 'roze', 'magenta'], [235, 105, 165]],
  [['brown', 'braun', 'marron', 'marrón', 'marrone', 'marrom', 'bruin'], [130, 85, 55]],
  [['grey', 'gray', 'grau', 'gris', 'grigio', 'cinza', 'grijs'], [140, 145, 150]],
  [['black', 'schwarz', 'noir', 'negro', 'nero', 'preto', 'zwart'], [20, 20, 25]],
  [['white', 'weiß', 'blanc', 'blanco', 'bianco', 'branco', 'wit'], [250, 250, 250]],
];

export const isColourWord = (word: string) => shades.some(([words]) => words.includes(word.toLowerCase()));

/** The English word for the colour that a code such as `#eb5757` is nearest to. Empty where it is no such code. */
export function wordForColour(code: string): string {
  const channels = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(code)?.slice(1).map((one) => Number.parseInt(one, 16));
  if (!channels) return '';
  const distance = (shade: readonly number[]) => shade.reduce((sum, one, at) => sum + (one - channels[at]!) ** 2, 0);
  const [[words]] = [...shades].sort(([, a], [, b]) => distance(a) - distance(b)) as [(typeof shades)[number]];
  return words[0]!;
}

/** Whether two words are for one colour. */
export const isSameColour = (one: string, other: string) =>
  shades.some(([words]) => words.includes(one.toLowerCase()) && words.includes(other.toLowerCase()));
