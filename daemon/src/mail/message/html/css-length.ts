/** A length in CSS pixels; `whole` is what per cent, `em` and bare numbers are of. */
export function pixelsOf(
  length: string | undefined,
  whole: { readonly percent: number; readonly em: number; readonly bare: number },
): number | undefined {
  const [, digits, unit = ''] = /^([+-]?\d*\.?\d+)([a-z]*|%)(?:$|[\s/;])/.exec(length ?? '') ?? []
  if (digits === undefined) return undefined
  const factor = {
    ...units,
    '': whole.bare,
    em: whole.em,
    ex: whole.em / 2,
    '%': whole.percent / 100,
  }[unit]
  return factor === undefined ? undefined : Number(digits) * factor
}

const PAGE_WIDTH = 800
const ROOT_FONT = 16

const units: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  rem: ROOT_FONT,
  vw: PAGE_WIDTH / 100,
  vh: PAGE_WIDTH / 100,
}

/** A length on the page, where only its rough size matters. */
export function roughPixels(length: string | undefined): number | undefined {
  return pixelsOf(length, { percent: PAGE_WIDTH, em: ROOT_FONT, bare: 1 })
}
