const english = `a about actually all also am an and another any anything are as at be been being best both but by can
cannot could d did difference do does doing done either else every for from get rid gets getting give given go going got had
has have having hello help her here hers hey hi him his how i if in into is it its just kind let like ll m made
make makes making many may maybe me mean might mine more most much must my myself need needs of ok okay on one
or other our out over own please put quickly quite re really s same see shall she should so some someone something somebody anybody everybody nobody again feel feeling now today
somehow still such sure t take tell than that the their them then there these they thing things this those to
too ts try trying up us use used using ve very want wants was way we well were what when where whether which
while who whose why will with wont would you your yours`

const german = `aber antworte antworten aussehen aussieht beantworte beantworten frage fragen tipps alle als also am an auch auf aus bei bin bis bitte da damit dann das dass dein deine dem den der
des die dir doch du ein eine einem einen einer eines er es etwas fur gibt guten habe haben hallo hat hier ich ihr im
in ist ja kann kannst kein keine man mein meine meinem meinen meiner mich mir mit muss nach nicht noch nun nur
ob oder ohne schreibe schreiben sein seine seit sich sie sind so soll sollte sollten stelle stellen tag uber um und uns unser viel vom von
vor war was wann warum welche welcher welches wenn wer werden wie wir wird wo zu zum zur`

const french = `ai as au aux avec bonjour c ce ces cet cette ceci comme comment d dans de des dois doit donc du
elle en est et etre faire fait faut il ils j je l la le les leur lui m ma mais me mes moi mon n ne nous on ont
ou par pas plus pour puis qu quand que quel quelle quelles quels qui quoi s sa salut se ses si son sont sur
ta te tes toi ton tous tout tu un une vos votre vous y`

/** Words of a question that carry no topic, without diacritics, in English, German and French. */
export const stopWords: ReadonlySet<string> = new Set(`${english} ${german} ${french}`.split(/\s+/))
