import type { SyntaxNode } from '@lezer/common'
import { labelFrom } from './label-from.ts'

const functions = new Set(['ArrowFunction', 'FunctionExpression', 'ClassExpression'])
const roots = new Set(['Script', 'ExportDeclaration', 'Program', 'Template'])

/** What is called by its word and its name. */
const words: Readonly<Record<string, string>> = {
  AnnotationTypeDeclaration: '@interface',
  ClassDeclaration: 'class',
  ClassDefinition: 'class',
  ClassSpecifier: 'class',
  EnumDeclaration: 'enum',
  EnumItem: 'enum',
  EnumSpecifier: 'enum',
  InterfaceDeclaration: 'interface',
  MacroDefinition: 'macro',
  ModItem: 'mod',
  NamespaceDeclaration: 'namespace',
  NamespaceDefinition: 'namespace',
  RecordDeclaration: 'record',
  StructItem: 'struct',
  StructSpecifier: 'struct',
  TraitDeclaration: 'trait',
  TraitItem: 'trait',
  TypeAliasDeclaration: 'type',
  TypeItem: 'type',
  TypeSpec: 'type',
  UnionItem: 'union',
  UnionSpecifier: 'union',
}

/** What is called by its name alone. */
const named = new Set([
  'AmbientFunctionDeclaration',
  'ConstructorDeclaration',
  'FunctionDecl',
  'FunctionDeclaration',
  'FunctionDefinition',
  'FunctionItem',
  'MethodDeclaration',
])

/** What is called by all that stands before its body. */
const signed = new Set([
  'AtRule',
  'ImplItem',
  'KeyframesStatement',
  'MediaStatement',
  'RuleSet',
  'SupportsStatement',
])

const declarators = ['FunctionDeclarator', 'PointerDeclarator', 'ReferenceDeclarator']
const names = new Set([
  'BoundIdentifier',
  'DefName',
  'Definition',
  'DestructorName',
  'FieldIdentifier',
  'FieldName',
  'Identifier',
  'Name',
  'OperatorName',
  'PrivatePropertyDefinition',
  'PropertyDefinition',
  'QualifiedName',
  'ScopedIdentifier',
  'ScopedTypeIdentifier',
  'String',
  'TypeDefinition',
  'TypeIdentifier',
  'VariableDefinition',
  'VariableName',
])

type Labeller = (node: SyntaxNode, text: string) => string | undefined

const others: Readonly<Record<string, Labeller>> = {
  AssignmentExpression: (node, text) => {
    const value = node.lastChild
    if (!node.firstChild || !value || !functions.has(value.name)) return undefined
    return textOf(node.firstChild, text)
  },
  CallExpression: describedCall,
  MethodDecl: (node, text) => {
    const receiver = node.getChild('Parameters')
    const type = receiver && /(\w+)(?:\[[^\]]*\])?\)$/.exec(textOf(receiver, text))?.[1]
    const name = nameOf(node, text)
    return type ? `${type}.${name}` : name
  },
  Property: (node, text) => {
    const value = node.lastChild?.name ?? ''
    const isPart = functions.has(value) || value === 'Block' || value === 'ObjectExpression'
    return isPart ? nameOf(node, text)?.replace(/^['"]|['"]$/g, '') : undefined
  },
  PropertyDeclaration: (node, text) =>
    functions.has(node.lastChild?.name ?? '') ? nameOf(node, text) : undefined,
  VariableDeclaration: (node, text) => {
    const isPart = functions.has(node.lastChild?.name ?? '') || roots.has(node.parent?.name ?? '')
    return isPart ? nameOf(node, text) : undefined
  },
}

/** What a node of a tree is called: "class Foo", "append", "it('works')"; undefined of most nodes. */
export function labelOfNode(
  type: string,
  node: () => SyntaxNode,
  text: string,
): string | undefined {
  const label = labelled(type, node, text)
  return label === undefined ? undefined : labelFrom(label)
}

function labelled(type: string, node: () => SyntaxNode, text: string): string | undefined {
  const word = words[type]
  if (word !== undefined) {
    const name = nameOf(node(), text)
    return name === undefined ? undefined : `${word} ${name}`
  }
  if (named.has(type)) return nameOf(node(), text)
  if (signed.has(type)) return signatureOf(node(), text)
  return others[type]?.(node(), text)
}

function nameOf(node: SyntaxNode, text: string): string | undefined {
  for (const declarator of declarators) {
    const inner = node.getChild(declarator)
    if (inner) return nameOf(inner, text)
  }
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (names.has(child.name)) return textOf(child, text)
  }
  return undefined
}

function signatureOf(node: SyntaxNode, text: string): string {
  const body =
    node.getChild('Block') ?? node.getChild('DeclarationList') ?? node.getChild('KeyframeList')
  return text.slice(node.from, Math.min(body?.from ?? node.to, node.from + 200))
}

/** A call that names what it is handed, like those of tests. */
function describedCall(node: SyntaxNode, text: string): string | undefined {
  const given = node.getChild('ArgList')
  const first = given?.firstChild?.nextSibling
  if (first?.name !== 'String' && first?.name !== 'TemplateString') return undefined
  if (![...functions].some((name) => given?.getChild(name))) return undefined
  return `${text.slice(node.from, Math.min(first.to, node.from + 200))})`
}

function textOf(node: SyntaxNode, text: string): string {
  return text.slice(node.from, Math.min(node.to, node.from + 200))
}
