const announces =
  /\b(?:is|are|will|'ll|takes? place|scheduled for|invit(?:e|ed|ing|ation)|confirm(?:ed|ation)?|would like|could we|when|see you|findet|ist|sind|wird|laden|bestatig\w+|est|sera|aura lieu|convier|confirm\w+)\b/
const tellsOf =
  /\b(?:was|were|had|did|thank(?:s| you)|waited|missed|enjoyed|met|spoke|talked|since|ago|war|waren|hatten?|danke?|vielen dank|seit|vor|etait|avons|merci|depuis)\b/

/**
 * Whether a folded sentence announces what it names: "your interview is on 3 March". One that tells of
 * something that has been does not.
 */
export function isAnnounced(sentence: string): boolean {
  return announces.test(sentence) && !tellsOf.test(sentence)
}
