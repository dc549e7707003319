import { readSigns } from '../read-signs.ts'

/** Written to many, again and again: digests, job alerts, product news, marketing. */
export const newsletterSigns = readSigns(String.raw`
  4 sender   newsletters? | digest | weekly | (editor|redaktion|redaction)@ | jobletter
  |          @([\w-]+\.)*(substack\.com|beehiiv\.com|mailchimpapp\.net|convertkit-mail\w*\.com)
  2 sender   (news|updates?|marketing|deals?|promo(tions)?)@
  |          @(news|updates|marketing|email|emails|e|hi)\.
  5 sender   (jobalerts-noreply|jobs-listings|alert|jobalert|jobagent|alerte)@ | job alerts?
  2 text     unsubscribe | manage (your )?preferences | view (it |this email )?in (your )?browser
  |          read online
  3 text     because you (subscribed|signed up|joined) | subscribers? | you are reading
  4 anywhere newsletter | this (week's )?(issue|edition) | in this issue | today's edition
  |          the digest | digest #?\d+ | issue #?\d+ | welcome to issue
  3 subject  #\d{1,4} | weekly | roundup | digest
  5 anywhere job alert | \d+\+? (\w+ )?(new )?jobs | new jobs
  |          jobs (for you|you (might|may) like|near you|match) | recommended jobs
  |          match(es)? your (preferences|saved search|profile) | new openings
  |          this month's openings
  3 anywhere is hiring | apply (now|with one click|today) | easily apply | actively recruiting
  |          hand-picked | startups? (that|who) (want|are hiring)
  4 anywhere \d+ ?% off | special offer | discount | offer ends | pro plan | limited time
  3 anywhere product update | what we shipped | here's what('s| we) | forward this
  |          our (blog|readers|columnist)
  2 text     this (week|month) (we|in) | read (more|about) | see all

  4 anywhere in dieser ausgabe | diesen newsletter | newsletter abbestellen | abmelden
  |          leserinnen und leser | leseempfehlung\w* | themen der woche
  5 anywhere \d+ neue (jobs|stellen\w*) | stellenangebote | job-agent | jetzt bewerben

  4 anywhere se desabonner | desinscri\w+ | au sommaire | la lettre n | cette semaine :
  5 anywhere alerte emploi | offres d'emploi | nouvelles offres | postulez
`)
