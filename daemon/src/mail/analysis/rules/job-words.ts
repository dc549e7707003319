/** Words of hiring, folded; none of them alone says what a mail is about. */
const jobWords: readonly RegExp[] = [
  /\b(?:position|role|vacancy|opening|stelle|poste)\b/,
  /\b(?:appl(?:y|ied|ying|ications?|icants?)|bewerb\w*|candidatures?|postul\w+)\b/,
  /\b(?:candidates?|candidacy|kandidat\w*|candidats?|candidates)\b/,
  /\b(?:cv|resume|cover letter|portfolio|lebenslauf|anschreiben|unterlagen|zeugnisse|lettre de motivation)\b/,
  /\b(?:hiring|recruit\w*|talent (?:team|acquisition|partner)|people team|personal(?:abteilung|wesen)|recrut\w+|embauch\w+)\b/,
  /\b(?:interview\w*|\w+gesprach\w*|entretien\w*)\b/,
  /\b(?:your (?:background|experience|qualifications|skills)|ihr profil|dein profil|votre (?:profil|parcours))\b/,
  /\b(?:engineer|developer|entwickler(?:in)?|developpeu(?:r|se)|programmer|devops|designer)\b/,
  /\((?:m\/f\/d|m\/w\/d|f\/m\/x|h\/f|f\/h|w\/m\/d)\)/,
]

/** How many kinds of such words a folded text holds. */
export function countJobWords(folded: string): number {
  return jobWords.filter((words) => words.test(folded)).length
}
