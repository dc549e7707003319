import type { Element } from 'domhandler'
import { roughPixels } from './css-length.ts'
import type { Style } from './element-styles.ts'

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
  const size = roughPixels(length)
  return size !== undefined && size >= least && size <= most
}
