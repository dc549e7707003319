import { colord, extend, type RgbaColor } from 'colord'
import names from 'colord/plugins/names'
import type { Element } from 'domhandler'
import { pixelsOf } from './css-length.ts'
import type { Style } from './element-styles.ts'

extend([names])

/** How text looks at a place of a mail. */
export interface Look {
  readonly color: RgbaColor
  /** Null where it cannot be known: a picture or a gradient. */
  readonly background: RgbaColor | null
  /** In CSS pixels. */
  readonly fontSize: number
  readonly isInvisible: boolean
}

const black: RgbaColor = { r: 0, g: 0, b: 0, a: 1 }
const linkBlue: RgbaColor = { r: 0, g: 0, b: 238, a: 1 }
const white: RgbaColor = { r: 255, g: 255, b: 255, a: 1 }

export const pageLook: Look = { color: black, background: white, fontSize: 16, isInvisible: false }

const SMALLEST_FONT = 2
const LEAST_DISTANCE = 16
const LEAST_ALPHA = 0.1

/** Whether text of this look can be read at all: not invisible, tiny, or of its background's colour. */
export function isLegible({ color, background, fontSize, isInvisible }: Look): boolean {
  if (isInvisible || fontSize <= SMALLEST_FONT || color.a < LEAST_ALPHA) return false
  if (background === null) return true
  const distance = Math.max(
    Math.abs(color.r - background.r),
    Math.abs(color.g - background.g),
    Math.abs(color.b - background.b),
  )
  return distance >= LEAST_DISTANCE
}

/** The look within an element, from the look around it. */
export function lookWithin(element: Element, style: Style, around: Look): Look {
  const { bgcolor, background: picture, color: fontColor, text: bodyColor } = element.attribs
  const background = backgroundOf(
    [style.get('background'), style.get('background-color'), style.get('background-image')],
    [bgcolor, picture],
    around.background,
  )
  const written =
    style.get('-webkit-text-fill-color') ??
    style.get('color') ??
    (element.name === 'font' ? fontColor : undefined) ??
    (element.name === 'body' ? bodyColor : undefined)
  const visibility = style.get('visibility')
  return {
    color: colorOf(written) ?? (isLink(element) ? linkBlue : around.color),
    background,
    fontSize: fontSizeOf(style, around.fontSize),
    isInvisible:
      visibility === undefined || visibility === 'inherit'
        ? around.isInvisible
        : visibility === 'hidden' || visibility === 'collapse',
  }
}

function isLink({ name, attribs }: Element): boolean {
  return name === 'a' && 'href' in attribs
}

function backgroundOf(
  styles: readonly (string | undefined)[],
  [bgcolor, picture]: readonly (string | undefined)[],
  around: RgbaColor | null,
): RgbaColor | null {
  if (picture || styles.some((value) => /url\(|gradient\(/.test(value ?? ''))) return null
  const [shorthand, longhand] = styles
  const color = colorOf(longhand) ?? colorWithin(shorthand) ?? colorOf(bgcolor)
  if (!color || color.a < LEAST_ALPHA) return around
  return color
}

/** A shorthand such as `#fff none no-repeat`: the part of it that is a colour. */
function colorWithin(shorthand: string | undefined): RgbaColor | undefined {
  const parts = shorthand?.match(/[\w-]+\([^)]*\)|[^\s,]+/g) ?? []
  return parts.map(colorOf).find((color) => color !== undefined)
}

function colorOf(text: string | undefined): RgbaColor | undefined {
  if (text === undefined) return undefined
  if (text === 'transparent') return { ...white, a: 0 }
  // HTML's colour attributes may lack the number sign.
  const color = colord(/^[\da-f]{6}$/i.test(text) ? `#${text}` : text)
  return color.isValid() ? color.toRgb() : undefined
}

function fontSizeOf(style: Style, around: number): number {
  // In the shorthand the size stands somewhere between the weight and the family.
  const parts = style.get('font-size')?.split(/\s+/) ?? style.get('font')?.split(/\s+/) ?? []
  // Bare numbers are weights, and only zero is a size.
  const sizes = parts.map((part) =>
    part === '0' ? 0 : pixelsOf(part, { percent: around, em: around, bare: Number.NaN }),
  )
  return sizes.find((size) => size !== undefined && !Number.isNaN(size)) ?? around
}
