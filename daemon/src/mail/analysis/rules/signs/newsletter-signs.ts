import { anywhere, type Sign, sender, subject, text } from '../sign.ts'

/** Written to many, again and again: digests, job alerts, product news, marketing. */
export const newsletterSigns: readonly Sign[] = [
  sender(
    4,
    /\b(?:newsletters?|digest|weekly|editor|redaktion|redaction|jobletter)\b|@(?:[\w-]+\.)*(?:substack\.com|beehiiv\.com|mailchimpapp\.net|convertkit-mail\w*\.com)\b/,
  ),
  sender(
    2,
    /\b(?:news|updates?|marketing|deals?|promo(?:tions)?)@|@(?:news|updates|marketing|email|emails|e|hi)\./,
  ),
  sender(
    5,
    /\b(?:jobalerts-noreply|jobs-listings|alert|jobalert|jobagent|alerte)@|\bjob alerts?\b/,
  ),
  text(
    2,
    /\bunsubscribe\b|\bmanage (?:your )?preferences\b|\bview (?:it |this email )?in (?:your )?browser\b|\bread online\b/,
  ),
  text(
    3,
    /\byou(?:'re| are)? (?:receiving|receive|getting|get) this (?:e-?mail|newsletter|message)? ?because\b|\bbecause you (?:subscribed|signed up|joined)\b/,
  ),
  anywhere(
    4,
    /\b(?:newsletter|this (?:week's )?(?:issue|edition)|in this issue|today's edition|the digest|digest #?\d+|issue #?\d+|welcome to issue)\b/,
  ),
  subject(3, /#\d{1,4}\b|\bweekly\b|\broundup\b|\bdigest\b/),
  anywhere(
    5,
    /\bjob alert\b|\b\d+\+? (?:\w+ )?(?:new )?jobs\b|\bnew jobs\b|\bjobs (?:for you|you (?:might|may) like|near you|match)|\brecommended jobs\b|\bmatch(?:es)? your (?:preferences|saved search|profile)\b|\bnew openings\b|\bthis month's openings\b/,
  ),
  anywhere(
    3,
    /\bis hiring\b|\bapply (?:now|with one click|today)\b|\beasily apply\b|\bactively recruiting\b|\bhand-picked\b|\bstartups? (?:that|who) (?:want|are hiring)\b/,
  ),
  anywhere(
    4,
    /\b\d+ ?% off\b|\bspecial offer\b|\bdiscount\b|\boffer ends\b|\bpro plan\b|\blimited time\b/,
  ),
  anywhere(
    3,
    /\bproduct update\b|\bwhat we shipped\b|\bhere's what(?:'s| we)\b|\bforward this\b|\bour (?:blog|readers|columnist)\b/,
  ),
  text(2, /\bthis (?:week|month) (?:we|in)\b|\bread (?:more|about)\b|\bsee all\b/),

  anywhere(
    4,
    /\b(?:in dieser ausgabe|diesen newsletter|newsletter abbestellen|abmelden|leserinnen und leser|leseempfehlung\w*|themen der woche)\b/,
  ),
  anywhere(
    5,
    /\b\d+ neue (?:jobs|stellen\w*)\b|\bstellenangebote\b|\bjob-agent\b|\bjetzt bewerben\b/,
  ),

  anywhere(4, /\b(?:se desabonner|desinscri\w+|au sommaire|la lettre n|cette semaine :)/),
  anywhere(5, /\b(?:alerte emploi|offres d'emploi|nouvelles offres|postulez)\b/),
]
