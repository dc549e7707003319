/**
 * What words of several languages have in common, so that what one language teaches holds for the
 * others: a name, then words of English, German, French, Spanish, Portuguese, Dutch and Italian,
 * folded (see `foldText`); "*" stands for any ending. A word may stand for several things.
 */
const table = `
interview: bewerbungsgesprach* colloqui* entretien* entrevist* fachgesprach* interview*
  kennenlerngesprach* kennismakingsgesprek* sollicitatiegesprek* vorstellungsgesprach*
talk: anruf* appel* bellen call calls chamada* charla* chat chiacchierat* chiamat* conversa*
  conversacion* conversar conversation conversations echang* falar gebeld gesprach* gesprek*
  hablar ligacao llamada* parlare platicar talk talks telefonat* telefonier* telefoontje
  videocall* videochiamata videogesprach* videollamada* visio visioconference
meet: afspraak afspreken appuntament* besprech* cita citas conhecer* connaissance conocer*
  conocert* conoscer* encontro* incontr* kennenlernen kennenzulernen kennismak* meet meeting
  meetings ontmoet* rencontr* rendez reunion* reunir* termin* treffen
application: applicant* application* applied apply applying bewerb* bewerber* bewerbung* beworben
  candidar* candidat* candidatar* candidatur* gesolliciteerd inscripcion* inscrit* postul*
  solicitud* sollicitatie*
role: baan cargo empleo* emploi emprego functie* job lavoro oferta* opening position position*
  posizion* poste puesto* rol role ruolo stelle* vacancy vacant* vacature* vaga*
cv: anschreiben carta curriculum cv lebenslauf lettera lettre motivation* portfolio referenc*
  references referenz* resume unterlagen zeugnis*
received: eingang eingegangen erhalten ontvangen reached receb* receipt received recepcion
  reception recib* recu ricevut*
review: anali* bekijken beoordel* etudi* evalua* evaluat* examin* pruf* prufen review reviewed
  reviewing revis* sichten valutar* valutazion*
thankapply: belangstelling interes* interessamento interesse* interest* interet*
unfortunately: bedauer* desafortunadamente desgraciadamente dispiace helaas infelizmente
  lamentablemente lamentamos lamentavelmente leider malheureusement purtroppo regret* regrett*
  sadly sorry spiace spijt* unfortunately
notselected: abgelehnt ablehn* absage* abzusagen afgewezen afwijz* declined defavorable descart*
  negativ* rechaz* recus* refus* reject* rejected rifiut* scartat* unsuccessful
otherscand: aspirante* candidat* candidate candidates kandidat* mitbewerber* others perfil* perfis
  profielen profil* profile*
notfurther: adelante avancar avanzar continuar doorgaan forward poursuivre proceed proseguir*
  prosseguir* pursue suite verder weiter weiterverfolg*
decided: ausgewahlt auswahl besloten besluit chose chosen decid* decided decision decision* eleg*
  entscheid* entschieden escolh* gekozen retenir retenu* scelt* seleccionad* selecionad*
  selezionat*
future: avenir futur* future kunftig* talentpool toekomst* vivier zukunft
wish: augur* chance dese* desej* erfolg exito* fortuna gluck luck sorte souhait* succes* sucesso
  suerte wensen wish wishes wunschen
offer: aanbieding* aanbod angebot* oferta* offer offers offert* offerte offre* proposition*
  propost* propuesta*
salary: base bonus brut bruta bruto brutto compensation equity eur gehalt* loon lorda lordo ral
  remuner* retribuzion* salair* salari* salario* salaris salary stipend* sueldo usd vesting
contract: agreement arbeidsovereenkomst arbeitsvertrag* contract* contrat* contratti contratto
  dienstvertrag* employment vertrag* werkvertrag*
sign: assin* docusign firm* firma* ondertek* sign signature signe* signed signer signier* signing
  teken* unterschr* unterzeichn*
congratulate: begeistert bemvind* benvenut* bienvenid* bienvenu* blij complimenti congrats
  congratulations congratulazioni delighted encantad* enhorabuena felici felicit* felizes freuen
  gefeliciteerd gluckwunsch* gratul* heureux lieti parabens pleased ravi* thrilled welcome welkom
  willkommen
startday: admiss* arbeitsbeginn assunzion* debut demarr* einarbeit* einstieg eintritt* embauche
  ersten* incorporacion* incorporar* indiensttreding* inicio inizio integration laptop onboarding
  payroll start startdatum starttermin
assessment: assessment* assignment* aufgabe* challenge* codeertest codesignal codility coding
  desafio* ejercicio* exercic* exercise* hackerrank homework kata opdracht* probeaufgabe* prova*
  prueba* takehome technical technique test testaufgabe* teste* tests
round: etapa* etape* fase* final finale onsite panel passi passo ronda* ronde* round rounds runde*
  stage stages step steps tour zweite*
availability: availability available beschikba* convien* creneau* dispo* disponib* disponibil*
  free frei horari* horario* hueco* libero libre libres moment* momento* orari passen passt schikt
  slot slots suit suits uitkomt verfugbar* vrij works zeitfenster
choose: agend* auswahl* boek* book booking buchen choisi* choose einbuchen elegir elige elija
  escoge* escolh* inplannen kies* pick plan* prenot* reserv* scegli* select wahlen
schedule: agenda calendar calendario calendrier gepland geplant ingepland kalender marcad*
  planifi* previst* prevu* programad* programmat* schedule scheduled scheduling terminiert
  vereinbar*
confirm: bestatig* bevestig* conferm* confirm confirm* confirmation confirmed confirming
invite: convid* convite* convoc* eingeladen einlad* invit* invitation invite invited inviting
  uitgenodigd uitnodig*
cancel: abgesagt absag* afgezegd annul* annuler* annull* ausfall* cancel cancel* canceled
  cancellation cancelled cancelling entfallen entfallt gaat geannuleerd
postpone: adia* aplaz* decal* moved pospon* posticip* postpone* postpuest* remarc* report*
  repouss* reprogram* reschedul* rimand* rinvi* ruckt spost* uitgesteld uitstel* verleg*
  verplaats* verschieb* verschoben verzet verzetten
remind: erinner* herinner* lembra* lembre* promemoria rappel* recordar* recordatorio* recuerda*
  remind* ricord*
question: domand* duvida* frage fragen pergunta* pregunta* question questions vraag vragen
please: alstublieft bitte cortesemente favor gentilmente graag kindly merci please por pregamos
  prego veuillez
deadlineword: abgelaufen ablauf* antes avant before bis by caduca* deadline due echeance entro
  expir* expire* expires fecha frist* jusqu* laatst* limite plazo prazo scade* scadenza spatestens
  tard uiterlijk until vence* verloopt voor
today: amanha aujourd demain domani heute hoje hoy manana morgen oggi today tomorrow tonight
  vandaag
weekday: dienstag dinsdag donderdag donnerstag freitag friday giovedi jeudi jueves lundi lunedi
  lunes maandag mardi martedi martes mercoledi mercredi miercoles mittwoch monday montag quarta
  quinta segunda sexta terca thursday tuesday vendredi venerdi viernes vrijdag wednesday woensdag
weekend: dimanche domenica domingo sabado sabato samedi samstag saturday sonntag sunday weekend
  wochenende zaterdag zondag
month: abril aout april aprile august augustus avril december decembre dezember dezembro dicembre
  diciembre enero febbraio febrero februar februari february fevereiro fevrier gennaio giugno
  janeiro januar januari january janvier juillet juin julho juli julio july june junho juni junio
  luglio maart maggio mai maio march marco mars marz marzo may mayo mei november novembre novembro
  noviembre october octobre octubre oktober ottobre outubro september septembre septiembre
  setembro settembre
clock: am heure heures hora horas ore pm uhr uur
recruiter: cabinet headhunt* personalberat* personalvermittl* reclutador* reclutamiento recruiter*
  recruiting recruitment recrutador* recrutamento recrutement recruteu* seleccion selezione
  sourcer* staffing talent werving
hiring: assunz* contrata* contratac* einstellung* embauch* equipe equipo hiring hr
  personalabteilung personeelszaken rh rrhh squadra team
client: client cliente* clients klant kunde kunden kundin mandant* opdrachtgever
freelance: auftrag* autonomo* b2b contractor daily freelance* freiberuf* hourly independant*
  mandat mission* missione partita prestation* projekt* rate rechnung stundensatz tagessatz
  tarifa* tariffa tjm uurtarief zzp
invoice: abbonament* abonnement* abrechnung assinatura* betaling* billing factura* facture*
  factuur* fattura* fatura* invoice* pagament* pago* paiement* payment* plan receipt* rechnung*
  renewal* subscription* suscripcion* usage zahlung*
server: alarm alert api build builds certificate ci commit* deploy* domain domaine dominio github
  gitlab incident key merge monitoring outage pipeline* pull quota repo repository ssl storage
  token tokens workflow*
security: account beveiliging compte contrasena cuenta kennwort konto login motdepasse parola
  passe password passwort securite security seguranca seguridad senha sicherheit* sicurezza signin
  verif* verify wachtwoord
unsubscribe: abbestellen abmelden afmelden baja cancelar* cancella* desabonn* descadastr*
  desinscri* desuscrib* disiscri* newsletter* preferences subscriber* uitschrijven unsubscribe
digest: ausgabe digest edicao edicion edition hebdo* issue roundup semanal semanario settimanal*
  weekly wekelijks* woche wochentlich*
jobalert: alert alerta alerte alerts annunci empleos jobalarm jobs matching neue nouvelles nuevas
  ofertas offres recommended stellenangebote suchauftrag vacatures vagas
event: aanmeld* agenda anmeld* atelier* barcamp billet* borrel charla* conferenc* conference doors
  entrada* evenement* evenemento* event evento* events feier* festa fete fiesta hackathon inscri*
  iscri* konferenz meetup party register registration rsvp speaker* stammtisch talk taller
  talleres ticket tickets venue veranstaltung* vortrag* webinar* workshop*
learning: academy apprendre aprend* bootcamp certific* certificat* corso* cours course coursera
  courses curso* cursus exam exame* examen* formacao formacion formation* formazione instructor
  kurs* learn lecture lektion* lernen lesson lessons modul* opleiding* prufung schulung* training
  tutorial* udemy zertifi*
community: asociacion* association bug community comunidad* comunidade comunita contribute
  contributing contributor* discourse discussion forum* issue mailing maintainer* members membres
  mitglied* mitgliederversammlung open patch pull release reply source thread verein* vereniging
network: alumni cafe caffe catch coffee connaissance* connect connection* contact contacto*
  contato* contatt* former kaffee koffie kontakt* linkedin mutual netwerk network profile red
  reseau vernetz*
refer: aanbevel* apresentar empfehl* intro introduc* introduce presentar presentare presenter
  raccomand* recomend* recomendac* recommand* refer referral voorstellen vorstellen
family: affitto alquiler aluguel aniversario anniversaire arzt assicurazione assurance banca banco
  bank banque bestell* bestelling bibliothek birthday cena colis commande complean* consegna
  cousin* cumple* delivery diner dinner doctor encomenda enfants entrega essen flight flug freund*
  geburtstag hijos hotel huur jantar kids kinder landlord levering library liefer* livraison loyer
  mama medecin medico miete mutter oma order ordine pacco paket pakket papa paquete pedido rent
  seguro tandarts train vater verjaardag vermieter versicherung verzekering vol volo voo vuelo
  wohnung zahnarzt zug
moneyscam: anzahlung ausweis* bitcoin bonifico caution cheque crypto deposit fee frais gebuhr*
  geschenkkarte* gift iban kosten pasaporte paspoort passaporto passeport passport personalausweis
  refundable scheck seed tan tasa tassa taxa telegram transfer transferencia uberweis* usdt
  virement wallet western whatsapp
easyjob: casa daily domicile dringend earn experience gagner ganar* ganas ganhar* guadagn*
  homeoffice immediately required sofort thuiswerk urgent urgente verdien* verdienen
inject: ai anweisung* assistant ignora ignore ignorez ignorier* instrucciones instrucoes instruct*
  instruction instructions istruzioni previous prompt system
absence: absence absent* abwesen* afwezig* assente ausencia ausente automatic automatica
  automatique automatisch* conge* elternzeit ferias ferie holiday maternity office urlaub*
  vacaciones vacation vakantie
process: bewerbungsprozess procedura procedure procedure* proceso process processo processus
  prozess* recruitmentprozess verfahren*
feedback: antwoord antwort* feedback hear reponse respond resposta respuesta* retour* riscontro
  risposta ruckmeldung* terugkoppeling
send: einreich* envia* envoy* hochlad* invia* inviar* mandar* provide schick* send senden share
  sturen stuur* submit upload
accept: accept* accepte* accepteer* accepter accett* aceit* acept* akkoord annehm* zusag*
withdraw: retir* ritir* trek withdraw* zuruckgezogen zuruckzieh*
prepare: apport* bring mitbring* portare prepar* preparation prepare traer voorbereid* vorbereit*
link: beitreten collegamento deelnemen dial enlace hangouts join link meet partecipa rejoindre
  teams unirse unirte webex zoom
location: address adres adresse bureau buro direccion escritorio etage floor indirizzo kantoor
  office oficina stock strasse street ufficio
proud: excited freue gerne glad graag gusto happy piacere plaisir prazer
`

const whole = new Map<string, string[]>()
const beginnings = new Map<string, string[]>()
for (const entry of table.trim().split(/\n(?=\S)/)) {
  const [name = '', ...words] = entry.split(/:?\s+/)
  for (const word of words) {
    const map = word.endsWith('*') ? beginnings : whole
    const key = word.replace('*', '')
    map.set(key, [...(map.get(key) ?? []), name])
  }
}

const known = new Map<string, readonly string[]>()
const KNOWN_MAX = 20_000

/** What a folded word may stand for; empty for most. */
export function conceptsOf(word: string): readonly string[] {
  const found = known.get(word)
  if (found) return found
  const starts = Array.from(word, (_, index) => beginnings.get(word.slice(0, index + 1)) ?? [])
  const concepts = [...new Set([...(whole.get(word) ?? []), ...starts.flat()])]
  // words come from strangers: what is remembered of them has to end
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(word, concepts)
  return concepts
}
