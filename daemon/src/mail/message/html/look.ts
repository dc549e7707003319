import { colord, extend, type RgbaColor } from 'colord'
import names from 'colord/plugins/names'
import type { Element } from 'domhandler'
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
  const { name, attribs } = element
  const written =
    style.get('-webkit-text-fill-color') ??
    style.get('color') ??
    (name === 'font' ? attribs.color : undefined) ??
    (name === 'body' ? attribs.text : undefined)
  const isLink = name === 'a' && 'href' in attribs
  const visibility = style.get('visibility') ?? 'inherit'
  return {
    color: colorOf(written) ?? (isLink ? linkBlue : around.color),
    background: backgroundOf(element, style, around.background),
    fontSize: fontSizeOf(style, around.fontSize),
    isInvisible:
      visibility === 'inherit' ? around.isInvisible : /^(hidden|collapse)$/.test(visibility),
  }
}

function backgroundOf(
  { attribs }: Element,
  style: Style,
  around: RgbaColor | null,
): RgbaColor | null {
  const shorthand = style.get('background')
  const picture = `${shorthand} ${style.get('background-image')}`
  if (attribs.background || /url\(|gradient\(/.test(picture)) return null
  const color =
    colorOf(style.get('background-color')) ?? colorWithin(shorthand) ?? colorOf(attribs.bgcolor)
  return color && color.a >= LEAST_ALPHA ? color : around
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
  const parts = (style.get('font-size') ?? style.get('font') ?? '').split(/\s+/)
  // Bare numbers are weights, and only zero is a size.
  const sizes = parts.filter((part) => /^0(\/|$)/.test(part) || !/^[\d.+-]+(\/|$)/.test(part))
  return (
    sizes.map((part) => pixelsOf(part, around, around)).find((size) => size !== undefined) ?? around
  )
}

const PAGE_WIDTH = 800
const ROOT_FONT = 16

const units: Readonly<Record<string, number>> = {
  '': 1,
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

/** A length in CSS pixels; `whole` is what per cent are of. Without more only its rough size is right. */
function pixelsOf(
  length: string | undefined,
  whole = PAGE_WIDTH,
  font = ROOT_FONT,
): number | undefined {
  const [, digits, unit = ''] = /^([+-]?\d*\.?\d+)([a-z]*|%)(?:$|[\s/;])/.exec(length ?? '') ?? []
  if (digits === undefined) return undefined
  const factor = { ...units, em: font, ex: font / 2, '%': whole / 100 }[unit]
  return factor === undefined ? undefined : Number(digits) * factor
}

const FAR_OFF = -500

/** Whether an element is not shown at all, with everything in it. */
export function isTakenOut(element: Element, style: Style): boolean {
  if ('hidden' in element.attribs && !style.has('display')) return true
  if (style.get('display') === 'none') return true
  const opacity = style.get('opacity')
  if (opacity !== undefined && Number.parseFloat(opacity) < (opacity.endsWith('%') ? 5 : 0.05))
    return true
  return isFolded(style) || isOffScreen(style) || isClipped(style)
}

/** A box without height or width whose overflow is cut off. */
function isFolded(style: Style): boolean {
  const cuts = ['overflow', 'overflow-x', 'overflow-y'].some((name) =>
    /hidden|clip|scroll|auto/.test(style.get(name) ?? ''),
  )
  const sides = ['height', 'max-height', 'width', 'max-width']
  return cuts && sides.some((name) => isBetween(style.get(name), 0, 2))
}

function isOffScreen(style: Style): boolean {
  const isFar = (name: string) => isBetween(style.get(name), -Infinity, FAR_OFF)
  const isPlaced = /absolute|fixed|relative/.test(style.get('position') ?? '')
  if (isPlaced && ['left', 'top', 'right', 'bottom'].some(isFar)) return true
  if (['text-indent', 'margin-left', 'margin-top'].some(isFar)) return true
  const transform = style.get('transform') ?? ''
  return (
    /scale[xy]?\(\s*0*\.?0+\s*[,)]/.test(transform) ||
    /translate[xy]?\([^)]*-\d{4,}/.test(transform)
  )
}

function isClipped(style: Style): boolean {
  const clip = style.get('clip') ?? ''
  const path = style.get('clip-path') ?? ''
  return (
    /rect\(\s*([01](px)?[\s,]+){3}[01](px)?\s*\)/.test(clip) ||
    /inset\(\s*(50|100)%|circle\(\s*0/.test(path)
  )
}

function isBetween(length: string | undefined, least: number, most: number): boolean {
  const size = pixelsOf(length)
  return size !== undefined && size >= least && size <= most
}
