import { indexWords, takeApart } from './index-words.ts'

/** A word of a question. */
export interface QuestionWord {
  /** Letters, digits and `_` alone. */
  readonly word: string
  /** An identifier whose parts are words too. */
  readonly isCompound: boolean
  /** Speaks of files rather than of what is in them. */
  readonly isAboutFiles: boolean
}

/** Of a long question its beginning and its end are looked at, this many characters of each. */
const READ_AT_EACH_END = 2_000

/** No more words than this are searched for. */
const WORDS = 256

/** What a question asks for, each word once; none where it holds nothing but words that ask. */
export function questionWords(question: string): readonly QuestionWord[] {
  const found = new Map<string, QuestionWord>()
  for (const word of shorten(question).match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []) {
    const plain = withoutDiacritics(word)
    if (found.size >= WORDS) break
    if (found.has(plain) || isSpare(plain)) continue
    const isCompound = takeApart(word).parts !== ''
    found.set(plain, { word, isCompound, isAboutFiles: wordsAboutFiles.has(plain) })
  }
  return [...found.values()]
}

function shorten(question: string): string {
  if (question.length <= 2 * READ_AT_EACH_END) return indexWords(question.normalize('NFC'))
  // the words in the middle that are cut in two are none
  const beginning = question.slice(0, READ_AT_EACH_END).replace(/\s\S*$/, '')
  const end = question.slice(-READ_AT_EACH_END).replace(/^\S*\s/, '')
  return indexWords(`${beginning}\n${end}`.normalize('NFC'))
}

/** A single letter says as little as a word that only asks. */
function isSpare(plain: string): boolean {
  return /^([a-z_]|_+)$/.test(plain) || stopWords.has(plain)
}

function withoutDiacritics(word: string): string {
  return word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

const english = `
a about actually after all also am an and another any anybody anyone anything are aren as ask at
be because been before being between both but by can cannot could couldn did didn do does doesn
doing don done each either else etc every everybody everyone everything explain far few find for
from get gets getting give gives go goes going gonna good got had happen happened happening happens
has hasn have haven having he hello help her here hers hey hi him his how however i if im in inside
instead into is isn it its itself just kind know let lets like ll look lot m made make makes making
many may maybe me mean means might mine more most much must my myself need needs never no nobody
nor not now of off often ok okay on once one only onto or other others our ours out over own
part please possible put quite rather re really s same say says see shall she should shouldn show so
some somebody someone something somewhere still such sure t take takes tell than thank thanks that
the their them then there these they thing things think this those though through thus to together
too try trying under until up upon us use used uses using usually ve very via want wants was wasn
way we well were weren what whatever when where whether which while who whoever whole whom whose why
will with within without won would wouldn yes yet you your yours yourself
`

const german = `
aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist
bitte da damit dann das dass dein deine dem den denn der des dessen dich die dies diese diesem
diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer
fur gegen geht genau gibt habe haben hallo hast hat hatte hier hinter ich ihm ihn ihnen ihr ihre ihrem
ihren ihrer im in ins ist ja jede jeder jedes jetzt kann kannst kein keine keinen konnen koennen
konnte machen macht man mehr mein meine meinem meinen meiner mich mir mit muss mussen nach nicht
nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit sich sie sind so
soll sollen sollte sonst uber um und uns unser unsere unter viel vom von vor wann war waren warum
was weil welche welchem welchen welcher welches wenn wer werde werden wie wieder wir wird wo
wofur wohin woher wurde wurden zu zum zur zwischen danke
`

const french = `
ai au aussi aux avec avez bonjour c ca car ce ceci cela celle celui ces cet cette chez comme comment
d dans de des dois doit donc du elle elles en encore entre es est et etais etait etes etre eu fait
faire faut il ils j je l la le les leur leurs lui m ma mais me meme merci mes moi mon n ne ni nos
notre nous on ont ou par pas peut plus pour pourquoi puis qu quand que quel quelle quelles quels qui
quoi s sa salut sans se sera ses si son sont sous suis sur ta te tes toi ton tous tout toute toutes
tres tu un une vers vos votre vous y
`

/** Said to be kind, not to ask. */
const courtesies = `
afternoon awesome bye cheers cool evening goodbye great guten hola morgen morning nice night perfect
sorry thx welcome wonderful
`

/**
 * Words that ask, join and greet and say nothing of what is asked for, without diacritics, in
 * English, German and French. Words that code and documents are made of stay in, such as "type".
 */
export const stopWords: ReadonlySet<string> = setOf(english, german, french, courtesies)

const aboutFiles = `
according called chapter class code codebase contain contained contains datei dateien declared
defined definition describe described description document documentation documents dossier exactly
exist exists fichier fichiers file files folder folders function functions handled implement
implementation implemented implements library line lines list located main mention mentioned
mentions method methods module modules named notes ordner page pages paragraph project projekt
projet read repo repository section source sources steht summarise summarize summary text written
`

/**
 * Words that speak of files and of code and not of their subject. They are searched for, but where
 * no file holds them the question may well be about the files.
 */
const wordsAboutFiles: ReadonlySet<string> = setOf(aboutFiles)

function setOf(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(' ').trim().split(/\s+/))
}
