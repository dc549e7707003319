import { readSigns } from '../read-signs.ts'

/** The reader has said yes: signed contract, onboarding, first day. */
export const acceptanceSigns = readSigns(String.raw`
  6 text     (you('ve| have)? )accepted (our|the) (\w+ )?offer | accepting (our|the) (\w+ )?offer
  6 subject  offer accepted | your acceptance
  5 anywhere welcome (to the team|aboard|on board)
  2 subject  ^welcome to (?!our|the|issue)[a-z]
  5 text     you('re| are) joining us | (have|having) you on (board|the team) | joining the team
  4 anywhere your (very )?first (day|week) | onboarding
  4 text     your start (date|on) | as your start date | before you start | your new role
  4 anywhere (have|received|got) your signed (contract|offer) | signed by all parties
  |          countersigned
  6 subject  completed: .{0,20}(offer|contract)
  2 text     background check | bank details | badge | order your equipment
  |          new (starter|joiner|hire)s?

  5 anywhere willkommen (im team|an bord|bei uns)
  6 text     (dank fur|erhalten|erhielten)\b.{0,40}\b(unterschrieben|unterzeichnet)\w* (\w*vertrag)
  5 text     erste[rnm]* (arbeits)?tag
  5 text     personal(frage)?bogen
  6 text     fur uns entschieden (hast|haben)
  4 subject  (dein|ihr) start bei
  3 text     als neuen? (kolleg|mitarbeit)\w+

  4 anywhere bienvenue (chez|dans|parmi|a bord)
  5 text     compter parmi nous | (votre|ton) contrat signe
  4 text     (votre|ton) premier jour | votre integration
`)
