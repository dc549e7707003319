import { anywhere, type Sign, subject, text } from '../sign.ts'

/** An employer says no, in any tone. */
export const rejectionSigns: readonly Sign[] = [
  text(
    4,
    /\bunfortunately\b.{0,160}\b(?:not|other|another|unable|cannot|unsuccessful|filled)\b|\bunfortunately\b.{0,120}n't\b/s,
  ),
  text(7, /\b(?:with|for|to) (?:an)?other (?:candidates?|applicants?|profiles?|finalists?)\b/),
  text(
    7,
    /\b(?:not|n't)\b (?:be )?(?:mov|go|progress|proceed|continu|tak|advanc|pursu)\w*\b.{0,40}\b(?:forward|ahead|further|next (?:stage|step|round)|with you|application|candidacy)/,
  ),
  text(6, /\bdecided (?:not to|against)\b/),
  text(6, /\bnot (?:been )?(?:successful|selected|shortlisted|chosen)\b|\bunsuccessful\b/),
  text(5, /\b(?:we|i) regret to\b|\bsorry to (?:tell|inform|let you know|say)\b/),
  text(7, /\b(?:not able|unable) to offer you\b|\b(?:cannot|can't|won't|not) offer you\b/),
  text(
    5,
    /\b(?:position|role|vacancy|job|opening|post)\b.{0,60}\b(?:has been|is|was|been) (?:already |now )?(?:filled|taken|withdrawn|closed|cancell?ed)\b/,
  ),
  text(
    5,
    /\b(?:hiring freeze|closing all open applications|no longer (?:hiring|recruiting|under consideration|considering))\b/,
  ),
  text(2, /\bon hold\b/),
  text(
    5,
    /\bpursuing (?:other )?(?:applicants|candidates)\b|\b(?:offer|offered) (?:\w+ ){0,3}to (?:another|a different|somebody else|someone else)\b/,
  ),
  text(
    4,
    /\b(?:chose|chosen|selected|gone with|went with|decided on|picked) (?:someone|somebody|another|a different)\b/,
  ),
  text(
    3,
    /\b(?:closer|better|stronger) (?:fit|match)\b|\bmore closely match\b|\ba very close second\b/,
  ),
  text(
    6,
    /\b(?:it's|is|it is) a no (?:for|from)\b|\bnot the right (?:fit|match|time)\b|\bfell short\b/,
  ),
  text(
    3,
    /\b(?:hard|difficult|tough) (?:decision|choice)\b|\bafter (?:careful|much) (?:consideration|thought)\b/,
  ),
  text(2, /\bkeep your (?:cv|resume|details|profile|application)\b|\btalent (?:pool|community)\b/),
  text(
    3,
    /\bwish you (?:all the best|success|the (?:very )?best|good luck|luck).{0,60}(?:search|future|career|endeavou?rs|application)/s,
  ),
  text(3, /\bdisappointing news\b|\bnot the (?:news|outcome|answer)\b/),
  text(2, /\bnumber of (?:applicants|applications)\b|\bindividual feedback\b/),
  text(1, /\bat this (?:time|point)\b|\bfuture (?:openings|opportunities)\b|\bon this occasion\b/),
  subject(1, /\b(?:update|outcome|decision|status)\b/),

  text(4, /\bleider\b.{0,160}\b(?:absag\w*|nicht|keine?n?|anderen?|besetzt)\b/s),
  anywhere(4, /\babsage\b|\babsagen\b/),
  text(6, /\b(?:fur|auf) eine?n? andere\w*\b|\bandere (?:kandidat|bewerber)\w*/),
  text(
    7,
    /\bnicht (?:weiter |mehr )?(?:in die engere (?:wahl|auswahl)|berucksichtig\w*)|\bnicht (?:weiter )?verfolgen\b/,
  ),
  text(
    6,
    /\b(?:intern|bereits|anderweitig|inzwischen) (?:besetzt|vergeben)\b|\bstelle\b.{0,60}\bbesetzt\b/,
  ),
  text(
    6,
    /\bkeine (?:zusage|positive (?:antwort|ruckmeldung))\b|\bgegen (?:eine zusammenarbeit|dich|sie) entschieden\b/,
  ),
  text(3, /\bnicht leicht (?:gemacht|gefallen)\b|\bkeine wertung\b/),
  text(3, /\balles gute\b.{0,60}|\bweiteren (?:beruflichen |lebens)?weg\b/),

  text(7, /\bn'(?:a|avons) pas (?:ete )?retenue?\b|\bpas (?:ete )?retenue?\b/),
  text(
    7,
    /\bpas (?:en mesure de )?donner (?:une )?suite\b|\bne (?:pouvons|pourrons) (?:pas )?donner\b/,
  ),
  text(5, /\bavons le regret\b|\ba regret\b/),
  text(4, /\bmalheureusement\b.{0,160}\b(?:pas|autre|plus)\b/s),
  text(5, /\b(?:un )?autres? (?:profils?|candidats?|candidates?|candidatures?)\b/),
  text(3, /\bmalgre (?:la qualite|l'interet|votre|vos)\b|\bchoix difficile\b/),
  text(3, /\bbonne continuation\b|\bpleine reussite\b|\bbonne chance dans\b/),
]
