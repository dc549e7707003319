import { describe, expect, it, test } from 'vitest'
import { detectLanguage, foldText, splitSentences, withoutHistory } from './mail-text.ts'

describe('foldText', () => {
  it('folds letters, quotes, dashes and spaces', () => {
    expect(foldText('Größe – L’Été\u00a0ÉCRIT Straße Œuvre')).toBe(
      "grose - l'ete ecrit strase œuvre",
    )
  })

  it('keeps every character in its place', () => {
    const text = 'İstanbul Ǆ Žluťoučký ẞ ß ﬁ 한국어 😀 é e\u0301'

    expect(foldText(text)).toHaveLength(text.length)
  })
})

describe('withoutHistory', () => {
  /** The lines that are left, each trimmed. */
  const left = (text: string) =>
    withoutHistory(text)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)

  test.each([
    ['quoted lines', 'Yes.\n> old\n>> older\nBye.', ['Yes.', 'Bye.']],
    [
      'an attribution above quoted lines',
      'Yes.\nOn Tue, Nov 3, 2026 Anna Long wrote:\n\n> old\nBye.',
      ['Yes.', 'Bye.'],
    ],
    [
      'an attribution on two lines',
      'Yes.\nOn Tue, Nov 3, 2026 at 3:00 PM Anna Long <anna@example.com>\nwrote:\n> old\nBye.',
      ['Yes.', 'Bye.'],
    ],
    [
      'all below an attribution without marks',
      'Yes.\nOn Tue, Nov 3, 2026 Anna Long wrote:\nold\nold',
      ['Yes.'],
    ],
    [
      'a German one',
      'Ja.\nAm 3.11.2026 um 10:00 schrieb Anna Long <anna@example.com>:\nalt',
      ['Ja.'],
    ],
    ['a French one', 'Oui.\nLe mar. 3 nov. 2026 à 10:00, Anna Long a écrit :\nvieux', ['Oui.']],
    ['a Spanish one', 'Vale.\nEl mar, 3/11/2026 a las 10:00, Ana Luz escribió:\nviejo', ['Vale.']],
    ['a Portuguese one', 'Ok.\nEm ter., 3/11/2026 às 10:00, Ana escreveu:\nvelho', ['Ok.']],
    ['an Italian one', 'Va bene.\nIl mar 3 nov 2026 Anna ha scritto:\nvecchio', ['Va bene.']],
    [
      'a Dutch one',
      'Goed.\nOp di 3 nov. 2026 om 20:11 schreef Anna <a@b.example>:\noud',
      ['Goed.'],
    ],
    ['its Spanish header', 'Vale.\nDe: Ana\nEnviado el: 10/12/2026 12:33\nviejo', ['Vale.']],
    ['the older mail of Outlook', 'Yes.\n-----Original Message-----\nFrom: Anna\nold', ['Yes.']],
    ['its header alone', 'Yes.\nFrom: Anna\nSent: Tuesday\nTo: Robin\nold', ['Yes.']],
    ['its German header', 'Ja.\nVon: Anna\nGesendet: Dienstag\nalt', ['Ja.']],
    [
      'the header of what is forwarded',
      'See below.\n---------- Forwarded message ---------\nFrom: Anna\nDate: Tue\nSubject: Hi\n\nnew to me',
      ['See below.', 'new to me'],
    ],
  ])('leaves out %s', (_title, text, lines) => {
    expect(left(text)).toEqual(lines)
  })

  test.each([
    'On Tuesday we meet.',
    'From: 10:00\nTo: 11:00',
    'I am here and\nAm Dienstag passt es:\nja',
  ])('leaves "%s" as it is', (text) => {
    expect(withoutHistory(text)).toBe(text)
  })

  test('keeps every index', () => {
    const text = 'Yes.\n> old\nOn Tue, Nov 3, 2026 Anna wrote:\nold'
    expect(withoutHistory(text)).toHaveLength(text.length)
  })
})

describe('splitSentences', () => {
  const split = (text: string) =>
    splitSentences(text).map(({ start, end }) => text.slice(start, end))

  test.each<[string, string[]]>([
    ['First one. Second one! Third?', ['First one.', 'Second one!', 'Third?']],
    ['Am 24. November um 10 Uhr. Bis dann.', ['Am 24. November um 10 Uhr.', 'Bis dann.']],
    [
      'On Tues. 24 Nov. 2026 at 10 a.m. CET with Dr. Long.',
      ['On Tues. 24 Nov. 2026 at 10 a.m. CET with Dr. Long.'],
    ],
    ['Date: today\nTime: now', ['Date: today', 'Time: now']],
    ['We offer these:\n- one\n- two', ['We offer these:', '- one', '- two']],
    [
      'A line that a mail program has wrapped at its\nseventieth column.',
      ['A line that a mail program has wrapped at its\nseventieth column.'],
    ],
    [
      'A long heading that says what this mail is about\nHi Ada, here it is.',
      ['A long heading that says what this mail is about', 'Hi Ada, here it is.'],
    ],
    ['One paragraph\n\nAnother one', ['One paragraph', 'Another one']],
    ['', []],
  ])('%j', (text, sentences) => {
    expect(split(text)).toEqual(sentences)
  })

  test('numbers paragraphs', () => {
    expect(
      splitSentences('One here.\n\nTwo here. Three here.').map(({ paragraph }) => paragraph),
    ).toEqual([1, 2, 2])
  })
})

describe('detectLanguage', () => {
  test.each([
    ['en', 'We would like to invite you to an interview with our team.'],
    ['de', 'Wir möchten Sie gerne zu einem Gespräch mit unserem Team einladen.'],
    ['fr', 'Nous aimerions vous inviter à un entretien avec notre équipe.'],
    ['de', 'Hi, das Frontend-Team ist begeistert und würde Sie gerne zum Interview sehen.'],
    ['en', 'Tuesday 10:00'],
    ['en', ''],
  ])('%s: "%s"', (language, text) => {
    expect(detectLanguage(text)).toBe(language)
  })
})
