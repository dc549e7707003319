import { foldText, READ_CHARACTERS } from '../mail-text.ts'
import type { ReadMessage } from '../ports.ts'

/** Programs that read mail for somebody, as people address them; folded, in four languages. */
const program = new RegExp(
  [
    '\\b(?:ai|ki|ia|llm)[- ](?:[\\w-]+ ){0,2}?[\\w-]*(?:agents?|assistan\\w+|assisten\\w*|models?|modell\\w*|tools?|bots?|summar\\w+|zusammenfass\\w*|systems?)\\b',
    "\\b(?:agents?|assistants?|outils?|asistentes?|herramientas?) (?:d'|de )?(?:ia|ai)\\b",
    '\\b(?:language models?|sprachmodell\\w*|modeles? de langage|modelos? de lenguaje|chatbots?)\\b',
    "\\b(?:you are|you're|si tu es|vous etes|si eres|se sei|wenn du|falls du)\\b.{0,30}\\b(?:ai|ki|ia|bot|agente|assistan\\w+|asistente|assistent\\w*|inteligencia artificial|intelligence artificielle|admin mode)\\b",
    '\\b(?:mail\\w*|e-?mail|inbox|virtual|automat\\w+|scheduling|coding|calendar|postfach\\w*)[- ](?:[\\w-]+ )?(?:agents?|assistants?|assistent\\w*|bots?|summar\\w+|systeme?n?s?|schedulers?)\\b',
    '\\basistentes? (?:de|del|virtual(?:es)?|que)\\b|\\bassistants? (?:reading|processing|that|which|qui|de messagerie)\\b|\\bagents? (?:automatiques?|working|triaging|processing)\\b|\\bsistemas? automaticos?\\b',
    '(?:^|[^\\p{L} ] ?|\\n|\\battention )(?:system|assistant|asistente|assistent)s?\\]?\\s?[:,\\]]',
    '\\b(?:llm|ki|ai|ia|assistant)[- ](?:anweisung|instruct|directive|consigne|helfer)\\w*|\\basistentes? automaticos?\\b',
    '\\bhey (?:copilot|claude|gpt|chatgpt)\\b|\\blu par un (?:programme|modele)\\b',
    '\\b(?:ignor\\w+|disregard|forget|vergiss|oublie\\w*) .{0,30}\\b(?:instruc\\w+|previous|rules?|consignes|regles|reglas|anweisungen|regeln)\\b',
  ].join('|'),
  'u',
)

/** What such programs are told to do. */
const command =
  /\b(?:ignor\w*|disregard|forget|repl(?:y|ies)|respond\w*|answer|forward|classif\w+|mark\b|rate\b|rank\b|label|treat|include|set\b|add\b|calendar\.add|create|book\b|open\b|abre\b|inoltra|run\b|print|paste|delete|approve|accept\w*|attach|recommend|apply|call it|name the|do not (?:mention|show|tell|ask)|never (?:ask|mention)|say\b|write|antwort\w*|bewerte\w*|stufe\w*|trage\w*|fuge\w*|erstell\w*|leite\w*|losche\w*|beginne\w*|schick\w*|sende\w*|repond\w*|ajoute\w*|transf\w+|marque\w*|supprim\w+|redige\w*|envoi\w*|envoye\w*|inscri\w+|doit\b|ne (?:pas )?mentionn\w+|reenvi\w+|contest\w+|marca\w*|anad\w+|agreg\w+|cre[ae]\w*|adjunt\w+|envi[ae]\w*|confirm\w+|no (?:menciones|mencione|muestres|soliciten)|debe\b)/

const secret =
  "(?:passwords?|passcodes?|pin|tan|credentials|passports?|id cards?|bank (?:account|details)|iban|card number|cvv|social security|ssn|seed phrase|private key|(?:verification|security|sms) codes?|tokens?|date of birth|wallet|passwort\\w*|kennwort\\w*|reisepass\\w*|ausweis\\w*|bankverbindung|kontodaten|geburtsdatum|mots? de passe|passeport|carte d'identite|piece d'identite|rib|coordonnees bancaires|securite sociale|date de naissance|contrasenas?|clave|pasaporte|dni|nie|cuenta bancaria|numero de cuenta|tarjeta|fecha de nacimiento)"
const given =
  '(?:send|reply|provide|enter|confirm|share|submit|verify|give|upload|tell|sign in|log in|need|here (?:is|are)|my|attach\\w*|include|schick\\w*|send\\w*|geben|gib|bestatig\\w*|ubermittel\\w*|mein\\w*|brauchen|benotigen|envoye\\w*|envoi\\w*|transme\\w*|communiqu\\w*|saisi\\w*|confirm\\w*|fourni\\w*|joins|mon|ma|mes|envi\\w*|indi[qc]\\w*|facilit\\w*|introdu\\w*|adjunt\\w*|necesitamos|mi|mis)'
const handsOver = new RegExp(`\\b${given}\\b.{0,80}\\b${secret}\\b`, 's')
const names = new RegExp(`\\b${secret}\\b`)

/** Whether a text names what proves who somebody is, or opens an account. */
export function namesSecret(text: string): boolean {
  return names.test(foldText(text))
}

/** So many words in a row are a quotation, no coincidence. */
const QUOTED_WORDS = 6

/**
 * What a mail orders the programs that read it to do, and asks its reader to give away: text that is
 * repeated nowhere (security design, 12.1).
 */
export function ordersIn({ text }: Pick<ReadMessage, 'text'>) {
  let paragraphs: readonly string[] | undefined
  return {
    /** Whether a text is, holds or is part of such an order. */
    isIn(said: string): boolean {
      return handsOver.test(foldText(said)) || this.tellPrograms(said)
    },
    /** The same of orders to programs alone: people are asked to bring their passport, too. */
    tellPrograms(said: string): boolean {
      if (isOrder(said)) return true
      paragraphs ??= text
        .slice(0, READ_CHARACTERS)
        .split(/\n\s*\n/)
        .filter(isOrder)
      const words = wordsOf(said)
      const count = Math.min(QUOTED_WORDS, words.length)
      return count >= 3 && paragraphs.some((each) => repeats(words, each, count))
    },
  }
}

/** Whether a mail tells programs that read it what to do; its reader would not write such a thing. */
export function ordersPrograms({ text }: Pick<ReadMessage, 'text'>): boolean {
  return isOrder(text.slice(0, READ_CHARACTERS))
}

function isOrder(text: string): boolean {
  const folded = foldText(text)
  return program.test(folded) && command.test(folded)
}

/** Whether `count` words stand in a row in a text, too; case, accents and signs aside. */
export function repeats(words: readonly string[], text: string, count: number): boolean {
  const others = ` ${wordsOf(text).join(' ')} `
  return words.some((_, at) => {
    const run = words.slice(at, at + count)
    return run.length === count && others.includes(` ${run.join(' ')} `)
  })
}

/** The words of a text as `repeats` compares them. */
export function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}
