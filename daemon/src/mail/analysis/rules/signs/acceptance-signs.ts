import { anywhere, type Sign, subject, text } from '../sign.ts'

/** The reader has said yes: signed contract, onboarding, first day. */
export const acceptanceSigns: readonly Sign[] = [
  text(
    6,
    /\b(?:you(?:'ve| have)? )accepted (?:our|the) (?:\w+ )?offer\b|\baccepting (?:our|the) (?:\w+ )?offer\b/,
  ),
  subject(6, /\boffer accepted\b|\byour acceptance\b/),
  anywhere(5, /\bwelcome (?:to the team|aboard|on board)\b/),
  subject(3, /^welcome to [a-z]/),
  text(
    5,
    /\byou(?:'re| are) joining us\b|\b(?:have|having) you on (?:board|the team)\b|\bjoining the team\b/,
  ),
  anywhere(4, /\byour (?:very )?first (?:day|week)\b|\bonboarding\b/),
  text(
    4,
    /\byour start (?:date|on)\b|\bas your start date\b|\bbefore you start\b|\byour new role\b/,
  ),
  anywhere(
    4,
    /\b(?:have|received|got) your signed (?:contract|offer)\b|\bsigned by all parties\b|\bcountersigned\b/,
  ),
  subject(6, /\bcompleted: .{0,20}(?:offer|contract)\b/),
  text(
    2,
    /\bbackground check\b|\bbank details\b|\bbadge\b|\border your equipment\b|\bnew (?:starter|joiner|hire)s?\b/,
  ),

  anywhere(5, /\bwillkommen (?:im team|an bord|bei uns)\b/),
  text(
    6,
    /\b(?:dank fur|erhalten|erhielten)\b.{0,40}\b(?:unterschrieben|unterzeichnet)\w* (?:\w*vertrag)\b/,
  ),
  text(5, /\berste[rnm]* (?:arbeits)?tag\b/),
  text(5, /\bpersonal(?:frage)?bogen\b/),
  text(6, /\bfur uns entschieden (?:hast|haben)\b/),
  subject(4, /\b(?:dein|ihr) start bei\b/),
  text(3, /\bals neuen? (?:kolleg|mitarbeit)\w+/),

  anywhere(4, /\bbienvenue (?:chez|dans|parmi|a bord)\b/),
  text(5, /\bcompter parmi nous\b|\b(?:votre|ton) contrat signe\b/),
  text(4, /\b(?:votre|ton) premier jour\b|\bvotre integration\b/),
]
