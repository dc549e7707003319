import { readSigns } from '../read-signs.ts'

/** Work for clients: inquiries, proposals, contracts, invoices. */
export const freelanceSigns = readSigns(String.raw`
  5 sender   @([\w-]+\.)*(upwork\.com|malt\.(com|fr|de)|toptal\.com|freelancermap\.de|freelancer\.com|fiverr\.com|gulp\.de|codeur\.com|peopleperhour\.com|contra\.com)
  5 anywhere day rate | daily rate | hourly rate | hourly: ?\$
  |          (?<!(in|lower|lock) )your (usual |normal )?rates? (is|are|for) | what( is|'s| are) your (usual |normal )?rates?
  4 anywhere freelanc\w+ | independent contractor | submit a proposal | invited to a job
  4 anywhere statement of work | kick-?off
  |          (send|give|make|prepare|provide|write|submit)( me| us)? (a|an|your) ((?!free|instant|no)\w+ ){0,2}quote
  |          (your|written|rough|fixed-price) quote\b(?! (form|request|today|now|is free)) | quote from you
  2 anywhere invoices?
  3 text     (paid|settled|received|correct\w*|missing)\b.{0,40}\b(your|the) invoice
  |          (your|the) invoice\b.{0,60}\b(paid|missing|corrected)
  3 text     (euros?|dollars|pounds|francs|eur|usd|chf) (a|per) (day|hour) | recommended you
  3 anywhere new (website|web ?shop|site|landing page|app) for (our|my|us)
  |          (our|need a new|build a|rebuild our|redo our) (\w+ )?(website|web ?shop)
  3 text     extend (your|the) contract
  |          (a |the |our )client (is (very )?(happy|interested)|has approved|invited you|wants)
  2 text     our budget | how much (would|will|this) | what (this|it) would cost | would cost
  |          hire you for | relaunch
  2 text     part-time engagement | hours? (a|per) week | days a week | project
  2 subject  project | quote | proposal

  5 anywhere stundensatz | tagessatz | freiberuflich\w* | projektanfrage | freelance-?projekt
  4 anywhere ihre[rn]? rechnung | honorar
  4 text     angebot (machen|erstellen|unterbreiten)
  |          neue (internetseite|webseite|website|homepage)
  3 subject  anfrage | rechnung

  5 anywhere devis | tarif journalier | tjm | mission freelance | proposition de mission
  3 text     developpeu(r|se) (independant|freelance)e? | refondre notre | boutique en ligne
`)
