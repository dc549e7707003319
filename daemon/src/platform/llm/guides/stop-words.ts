const english = `
a about actually again all also am an and another any anybody anything are as at be been being
best both but by can cannot could d did difference do does doing done either else every everybody
feel feeling for from get gets getting give given go going got had has have having hello help her
here hers hey hi him his how i if in into is it its just kind let like ll m made make makes making
many may maybe me mean might mine more most much must my myself need needs nobody now of ok okay
on one or other our out over own please put quickly quite re really rid s same see shall she
should so some somebody somehow someone something still such sure t take tell than that the their
them then there these they thing things this those to today too try trying ts up us use used using
ve very want wants was way we well were what when where whether which while who whose why will
with wont would you your yours
`

const german = `
aber alle als also am an antworte antworten auch auf aus aussehen aussieht beantworte beantworten
bei bin bis bitte da damit dann das dass dein deine dem den der des die dir doch du ein eine einem
einen einer eines er es etwas frage fragen fur gibt guten habe haben hallo hat hier ich ihr im in
ist ja kann kannst kein keine man mein meine meinem meinen meiner mich mir mit muss nach nicht
noch nun nur ob oder ohne schreibe schreiben sein seine seit sich sie sind so soll sollte sollten
stelle stellen tag tipps uber um und uns unser viel vom von vor wann war warum was welche welcher
welches wenn wer werden wie wir wird wo zu zum zur
`

const french = `
ai as au aux avec bonjour c ce ceci ces cet cette comme comment d dans de des dois doit donc du
elle en est et etre faire fait faut il ils j je l la le les leur lui m ma mais me mes moi mon n ne
nous on ont ou par pas plus pour puis qu quand que quel quelle quelles quels qui quoi s sa salut
se ses si son sont sur ta te tes toi ton tous tout tu un une vos votre vous y
`

/** Words of a question that carry no topic, without diacritics, in English, German and French. */
export const stopWords: ReadonlySet<string> = new Set(
  `${english} ${german} ${french}`.trim().split(/\s+/),
)
