import type { SyntaxNodeRef, Tree } from '@lezer/common'
import { WHOLE } from './bounds.ts'
import { labelOfNode } from './label-node.ts'
import { type Named, type Outline, plainOutline } from './outline.ts'
import type { TextLines } from './text-lines.ts'

/** What begins a declaration before its name does: `export`, decorators, `template <...>`. */
const wrappers = new Set([
  'AmbientDeclaration',
  'AttributeItem',
  'DecoratedStatement',
  'ExportDeclaration',
  'ExpressionStatement',
  'TemplateDeclaration',
  'TypeDecl',
  'TypeDefinition',
])

/** What the tree of a text names, as far as it takes more than a line; in small parts nothing is sought. */
export function outlineTree(lines: TextLines, tree: Tree): Outline {
  const outline = plainOutline(lines.count)
  const named: Named[] = []
  let wrapper: Span | undefined
  tree.iterate({
    enter(node) {
      wrapper = wrapperAt(node, wrapper)
      if (node.name.includes('Comment')) markLines(lines, outline.leads, node)
      const label = labelOfNode(node.name, () => node.node, lines.text)
      if (label !== undefined) {
        const from = wrapper && isAll(wrapper, node) ? wrapper.from : node.from
        const place = placeOf(lines, from, node.to)
        if (place) named.push({ ...place, label })
        wrapper = undefined
      }
      return node.to - node.from > WHOLE || wrapper !== undefined
    },
  })
  return { ...outline, named }
}

function wrapperAt(node: SyntaxNodeRef, before: Span | undefined): Span | undefined {
  if (before && node.from < before.to) return before
  return wrappers.has(node.name) ? { from: node.from, to: node.to } : undefined
}

interface Span {
  readonly from: number
  readonly to: number
}

/** Whether nothing but a semicolon follows the node in its wrapper. */
function isAll(wrapper: Span, node: Span): boolean {
  return node.to + 1 >= wrapper.to
}

function placeOf(lines: TextLines, from: number, to: number): Omit<Named, 'label'> | undefined {
  const first = lines.at(from)
  // a tree may have the newline after a block as part of the block
  const last = lines.at(Math.max(from, to - 1))
  return last > first ? { first, end: last + 1 } : undefined
}

function markLines(lines: TextLines, leads: Uint8Array, node: SyntaxNodeRef): void {
  const first = lines.at(node.from)
  if (lines.firstInk(lines.start(first), node.from) === undefined)
    leads.fill(1, first, lines.at(node.to) + 1)
}
