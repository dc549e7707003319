import { readSigns } from '../read-signs.ts'

/** People who write first: recruiters with a role, contacts, referrals, introductions. */
export const networkingSigns = readSigns(String.raw`
  5 sender   (invitations|inmail-hit-reply|messages-noreply|hit-reply|member)@linkedin\.com
  |          @([\w-]+\.)*xing\.com
  2 sender   recruit(ment|ing)? (agency|partners?) | staffing | headhunt\w* | personalberatung
  |          talent ?bridge | chasseurs?
  5 anywhere wants to connect | professional network | just messaged you | new inmail
  |          kontaktanfrage | vernetzen
  5 text     (came across|found|saw|noticed|stumbled (up)?on|looking at) your (profile|background|github|work|linkedin)
  4 text     your (profile|background|experience) (caught|stood|looks|seems)
  4 text     (great|good|perfect|strong) (fit|match) for (a|my|our|one of my) (\w+ )?clients?
  |          (a|our|my) (direct )?client of mine | direct client
  3 text     (would|are) you (be )?open to | open to (new|work|a chat|hearing)
  |          exciting (new )?(opportunity|role)
  3 text     tell you more about the (opportunity|role|team) | interested in hearing
  |          updated (resume|cv) | job description
  3 subject  (exciting )?opportunit(y|ies) | urgent requirement | role\b.{0,30}\b(remote|up to)
  5 anywhere refer you | submit the referral | put in a (good )?word | referral
  4 anywhere grab (a )?coffee | coffee\? | catch up | long time no see | stay in touch
  |          keep in touch
  4 text     introduce you | make (an )?introductions? | connecting you (two|with)
  |          happy to introduce
  4 subject  ^intro | introduction
  4 text     (i|we) recruit for | we fill (many )?positions | looking for new opportunities
  |          the client would
  3 text     (floating|bumping) this | following up on my (last|previous|earlier)
  3 text     we are looking for (somebody|someone|people) | could use (someone|somebody) like you
  |          tell me if you would like to know more
  3 anywhere alumni | mentors? | mentorship | (know|met) (some|a few|the right) people | know each other
  2 text     (a friend|somebody|someone|a colleague) (of (mine|yours) )?(showed|told|pointed|mentioned|gave) (me|us)
  2 text     (good|great|nice|lovely) (to (meet|see)|meeting|seeing) you | job search
  |          enjoyed (our|the) (talk|chat|conversation)
  2 text     great to meet you | met at | worked (so well )?together | recruiter
  |          specialist recruiter

  3 anywhere kaffee | lange nicht gesehen | bekannt ?machen | in kontakt bleiben | jobsuche
  5 text     auf (ihr|dein) profil | (unseren?|meinen?) (mandant|kund)en\b.{0,60}\bsuche
  3 text     offen fur (einen wechsel|neue) | unverbindliche[rn]? austausch
  2 subject  (spannende|interessante|neue) (position|stelle|herausforderung|moglichkeit)

  5 text     (decouvert|vu|consulte|trouve) votre profil | votre profil (sur|a retenu)
  4 text     l'un de mes clients | mon client | nouvelles opportunites | a l'ecoute
  5 text     (mets|mettre) en relation | rester en contact | faire votre connaissance
  2 subject  opportunite
`)
