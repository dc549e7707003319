import { labelFrom } from './label-from.ts'

const kinds =
  /^(?:[\w@]+\s+){0,6}?(class|interface|struct|enum|trait|protocol|extension|object|record|module|namespace|impl|mixin|actor|union|service|message|contract|library|package|defmodule)\s+([\w.:$]+)/
const functions =
  /^(?:[\w@]+\s+){0,6}?(?:def|defp|defmacro|fun|func|function|fn|sub|proc|procedure|macro)\s+([\w.:$?!~]+)/i
const tables =
  /^create\s+(?:\w+\s+){0,4}?(table|view|function|procedure|index|trigger|type)\s+(?:if\s+not\s+exists\s+)?([\w."`[\]]+)/i
/** A signature: `public Task<int> Run(`, `run() {`. */
const called = /^([\w$.]+\s*\(\)|(?:[\w<>,[\]?.*&:@]+\s+){0,8}[*&]?([\w$~]+)\s*\()/
const control =
  /^(?:if|for|foreach|while|switch|catch|return|else|elif|elsif|when|unless|until|do|match|with|using|lock|try|guard|defer|await|throw|new|case|select|repeat|print|echo|assert|yield)\b/i
const assigned = /^[^(]*=/
const key = /^(?:- )?(?:"([^"]{1,100})"|'([^']{1,100})'|([\w$./@()+-]{1,100}))\s*[:=]/
const comment = /^(?:\/\/|\/\*|\*|#|--|;;|%%|<!--)/
const decorator = /^(?:@[\w.]|\[[A-Z]\w*[\](]|#\[)/
const tail = /\s*(?:\{|:|=|\(|\bdo|\bthen|\bis|\bas)$/i

/** Comments, decorators and attributes belong to the line after them. */
export function isLead(content: string): boolean {
  return comment.test(content) || decorator.test(content)
}

/** What a line of code begins that has a name: "class Foo", "run", "table users". */
export function codeLabel(content: string, depth: number): string | undefined {
  if (control.test(content) || comment.test(content)) return undefined
  const [, kind, kindName] = kinds.exec(content) ?? []
  if (kind && kindName) return labelFrom(`${kind} ${kindName}`)
  const [, name] = functions.exec(content) ?? []
  if (name) return labelFrom(name)
  const [, table, tableName] = tables.exec(content) ?? []
  if (table && tableName)
    return labelFrom(`${table.toLowerCase()} ${tableName.replace(/["`[\]]/g, '')}`)
  const called = calledName(content)
  if (called) return labelFrom(called)
  return depth === 0 && !/[;,]$/.test(content) ? labelFrom(content.replace(tail, '')) : undefined
}

function calledName(content: string): string | undefined {
  if (/[;,]$/.test(content) || assigned.test(content)) return undefined
  const [, bare, name] = called.exec(content) ?? []
  return name ?? bare?.replace(/\s*\(\)$/, '')
}

/** Keys and tags of JSON, YAML, INI, TOML and XML. */
export function dataLabel(content: string): string | undefined {
  const [, double, single, plain] = key.exec(content) ?? []
  const name = double ?? single ?? plain
  if (name !== undefined) return labelFrom(name)
  const [, tag] = /^<([A-Za-z][\w.:-]*)/.exec(content) ?? []
  return tag
}
