import { readSigns } from '../read-signs.ts'

/** An employer says no, in any tone. */
export const rejectionSigns = readSigns(String.raw`
  4 text     unfortunately\b.{0,160}\b(not|other|another|unable|cannot|unsuccessful|filled)
  |          unfortunately\b.{0,120}n't
  7 text     (with|for|to) (an)?other (\w+ )?(candidates?|applicants?|profiles?|finalists?)
  7 text     (forward|ahead|proceed(ing)?|continue|going|gone|went) with (others|another|someone|somebody)
  3 text     other (candidates|applicants)\b.{0,40}\b(who|whose|are|were|with)
  |          (many|several) (strong|qualified|excellent|talented) (candidates|applicants|applications)
  5 text     (decided|chosen|have) to pass | no longer available | we('ve| have) (now )?filled
  2 text     (apply|try) again | encourage you to (re)?apply | closer to (your|what)
  7 text     (not|\w+n't)\b (be )?(mov|go|progress|proceed|continu|tak|advanc|pursu)\w*\b.{0,40}\b(forward|ahead|further|next (stage|step|round)|with you|application|candidacy)
  7 text     (not|\w+n't) (be )?(mak\w+|extend\w*) (you )?(an|the|any) offer | no offer for you
  2 text     finalists? | runner-?up
  6 text     decided (not to|against)
  6 text     not (been )?(successful|selected|shortlisted|chosen) | unsuccessful
  5 text     (we|i) regret to | sorry to (tell|inform|let you know|say)
  7 text     (not able|unable) to offer you | (cannot|can't|won't|not) offer you
  5 text     (position|role|vacancy|job|opening|post)\b.{0,60}\b(has been|is|was|been) (already |now )?(filled|taken|withdrawn|closed|cancell?ed)
  5 text     hiring freeze | closing all open applications
  |          no longer (hiring|recruiting|under consideration|considering)
  2 text     on hold
  5 text     pursuing (other )?(applicants|candidates)
  |          (offer|offered) (\w+ ){0,3}to (another|a different|somebody else|someone else)
  4 text     (chose|chosen|selected|gone with|went with|decided on|picked) (someone|somebody|another|a different)
  3 text     (closer|better|stronger) (fit|match|suited|aligned)
  |          more closely (match\w*|align\w*|fit) | a very close second
  6 text     (it's|is|it is) a no (for|from) | not the right (fit|match|time) | fell short
  3 text     (hard|difficult|tough) (decision|choice)
  |          after (careful|much) (consideration|thought)
  2 text     keep your (cv|resume|details|profile|application) | talent (pool|community)
  3 text     wish you (all the best|success|the (very )?best|good luck|luck).{0,60}(search|future|career|endeavou?rs|application)
  3 text     disappointing news | not the (news|outcome|answer)
  2 text     number of (applicants|applications) | individual feedback
  1 text     at this (time|point) | future (openings|opportunities) | on this occasion
  1 subject  update | outcome | decision | status

  4 text     leider\b.{0,160}\b(absag\w*|nicht|keine?n?|anderen?|besetzt)
  4 anywhere absage | absagen
  6 text     (fur|auf) eine?n? andere\w* | andere (kandidat|bewerber)\w*
  7 text     nicht (weiter |mehr )?(in die engere (wahl|auswahl)|berucksichtig\w*)
  |          nicht (weiter )?verfolgen
  6 text     (intern|bereits|anderweitig|inzwischen) (besetzt|vergeben) | stelle\b.{0,60}\bbesetzt
  6 text     keine (zusage|positive (antwort|ruckmeldung))
  |          gegen (eine zusammenarbeit|dich|sie) entschieden
  3 text     nicht leicht (gemacht|gefallen) | keine wertung
  3 text     alles gute\b.{0,60} | weiteren (beruflichen |lebens)?weg

  7 text     n'(a|avons) pas (ete )?retenue? | pas (ete )?retenue?
  7 text     pas (en mesure de )?donner (une )?suite | ne (pouvons|pourrons) (pas )?donner
  5 text     avons le regret | a regret
  5 text     poste\b.{0,40}\bpourvu | n'avons pas pu retenir | ne correspond pas
  4 text     malheureusement\b.{0,160}\b(pas|autre|plus)
  5 text     (un )?autres? (profils?|candidats?|candidates?|candidatures?)
  3 text     malgre (la qualite|l'interet|votre|vos) | choix difficile
  3 text     bonne (continuation|suite) | belle suite | pleine reussite | bonne chance dans
`)
