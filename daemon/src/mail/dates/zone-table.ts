/** A zone that words may stand for; `offset` in minutes east of UTC, where they fix it. */
export interface NamedZone {
  readonly name: string
  readonly offset: number | null
}

type Row = readonly [zone: string, words: string, offset?: number]

function table(rows: readonly Row[]): ReadonlyMap<string, readonly NamedZone[]> {
  const zones = new Map<string, NamedZone[]>()
  for (const [name, words, offset = null] of rows)
    for (const word of words.split('|'))
      zones.set(word, [...(zones.get(word) ?? []), { name, offset }])
  return zones
}

/** Short names, in capitals as they are written. */
export const ABBREVIATIONS = table([
  ['UTC', 'UTC|GMT'],
  ['Europe/Berlin', 'CET|MEZ', 60],
  ['Europe/Berlin', 'CEST|MESZ', 120],
  ['Europe/Lisbon', 'WET', 0],
  ['Europe/Lisbon', 'WEST', 60],
  ['Europe/Helsinki', 'EET', 120],
  ['Europe/Helsinki', 'EEST', 180],
  ['Europe/Moscow', 'MSK', 180],
  ['Europe/London', 'BST', 60],
  ['Asia/Kolkata', 'IST', 330],
  ['Asia/Jerusalem', 'IST', 120],
  ['Europe/Dublin', 'IST', 60],
  ['America/New_York', 'ET'],
  ['America/New_York', 'EST|HNE', -300],
  ['America/New_York', 'EDT|HAE', -240],
  ['America/Chicago', 'CT'],
  ['America/Chicago', 'CST', -360],
  ['Asia/Shanghai', 'CST', 480],
  ['America/Chicago', 'CDT', -300],
  ['America/Denver', 'MT'],
  ['America/Denver', 'MST', -420],
  ['America/Denver', 'MDT', -360],
  ['America/Los_Angeles', 'PT'],
  ['America/Los_Angeles', 'PST', -480],
  ['America/Los_Angeles', 'PDT', -420],
  ['America/Sao_Paulo', 'BRT', -180],
  ['America/Argentina/Buenos_Aires', 'ART', -180],
  ['Pacific/Honolulu', 'HST', -600],
  ['Asia/Tokyo', 'JST', 540],
  ['Asia/Seoul', 'KST', 540],
  ['Asia/Singapore', 'SGT', 480],
  ['Asia/Hong_Kong', 'HKT', 480],
  ['Australia/Sydney', 'AEST', 600],
  ['Australia/Sydney', 'AEDT', 660],
  ['Pacific/Auckland', 'NZST', 720],
  ['Pacific/Auckland', 'NZDT', 780],
  ['Etc/GMT+12', 'AoE'],
])

/** Zones by their full names, folded. */
export const TITLES = table([
  ['America/New_York', "eastern time|us eastern|heure de l'est"],
  ['America/New_York', 'eastern standard time', -300],
  ['America/New_York', 'eastern daylight time', -240],
  ['America/Chicago', 'central time|us central'],
  ['America/Chicago', 'central standard time', -360],
  ['America/Chicago', 'central daylight time', -300],
  ['America/Denver', 'mountain time'],
  ['America/Denver', 'mountain standard time', -420],
  ['America/Denver', 'mountain daylight time', -360],
  ['America/Los_Angeles', 'pacific time|us pacific|hora del pacifico|heure du pacifique'],
  ['America/Los_Angeles', 'pacific standard time', -480],
  ['America/Los_Angeles', 'pacific daylight time', -420],
  [
    'America/Mexico_City',
    'hora del centro|hora del centro de mexico|tiempo del centro|tiempo del centro de mexico',
  ],
  ['Europe/Berlin', 'central european time|mitteleuropaische zeit|mitteleuropaischer zeit'],
  ['Europe/Berlin', 'central european standard time|hora central europea', 60],
  [
    'Europe/Berlin',
    'central european summer time|mitteleuropaische sommerzeit|mitteleuropaischer sommerzeit',
    120,
  ],
  ['Europe/Paris', "heure d'europe centrale"],
  ['Europe/Paris', "heure normale d'europe centrale", 60],
  ['Europe/Paris', "heure d'ete d'europe centrale", 120],
  ['Europe/Madrid', 'hora de europa central|hora peninsular'],
  ['Europe/Helsinki', 'eastern european time'],
  ['Europe/London', 'british summer time', 60],
  ['UTC', 'greenwich mean time|coordinated universal time'],
  ['Asia/Kolkata', 'india standard time|indian standard time'],
])

/** Places and their people, folded: "Swedish time", "heure de Paris", "(Lisboa)". */
export const PLACES = table([
  ['Africa/Johannesburg', 'cape town|johannesburg'],
  ['Africa/Lagos', 'lagos'],
  ['America/Argentina/Buenos_Aires', 'argentina|buenos aires'],
  ['America/Bogota', 'bogota|colombia|medellin'],
  ['America/Caracas', 'caracas|venezuela'],
  ['America/Chicago', 'austin|chicago|dallas|houston|minneapolis'],
  ['America/Denver', 'boulder|denver'],
  ['America/Lima', 'lima|peru'],
  [
    'America/Los_Angeles',
    'bay area|california|los angeles|portland|san diego|san francisco|seattle',
  ],
  ['America/Mexico_City', 'cdmx|ciudad de mexico|guadalajara|mexico|mexico city'],
  ['America/Montevideo', 'montevideo|uruguay'],
  ['America/New_York', 'atlanta|boston|miami|new york|nyc|philadelphia|washington'],
  ['America/Phoenix', 'arizona|phoenix|tucson'],
  ['America/Santiago', 'chile|santiago'],
  ['America/Sao_Paulo', 'brasil|brasilia|brazil|rio de janeiro|sao paulo'],
  ['America/Toronto', 'montreal|ottawa|quebec|toronto'],
  ['America/Vancouver', 'vancouver'],
  ['Asia/Dubai', 'abu dhabi|dubai'],
  ['Asia/Hong_Kong', 'hong kong'],
  ['Asia/Jerusalem', 'israel|israeli|jerusalem|tel aviv'],
  ['Asia/Kolkata', 'bangalore|bengaluru|chennai|delhi|hyderabad|india|indian|mumbai|pune'],
  ['Asia/Manila', 'manila|philippines'],
  ['Asia/Seoul', 'korea|seoul'],
  ['Asia/Shanghai', 'beijing|china|shanghai'],
  ['Asia/Singapore', 'singapore'],
  ['Asia/Tokyo', 'japan|tokyo'],
  ['Atlantic/Canary', 'canarias|canary'],
  ['Atlantic/Reykjavik', 'iceland|reykjavik'],
  ['Australia/Brisbane', 'brisbane'],
  ['Australia/Melbourne', 'melbourne'],
  ['Australia/Perth', 'perth'],
  ['Australia/Sydney', 'sydney'],
  ['Europe/Amsterdam', 'amsterdam|dutch|eindhoven|netherlands|rotterdam|the hague|utrecht'],
  ['Europe/Athens', 'athens|greece|greek'],
  ['Europe/Belgrade', 'belgrade|serbia'],
  [
    'Europe/Berlin',
    'berlin|berliner|cologne|deutsche|deutscher|dresden|dusseldorf|frankfurt|german|germany|hamburg|hamburger|koln|leipzig|munich|munchen|munchner|stuttgart',
  ],
  [
    'Europe/Brussels',
    'antwerp|antwerpen|belgian|belgium|brussel|brussels|bruselas|bruxelles|gent|ghent',
  ],
  ['Europe/Bucharest', 'bucharest|cluj|romania|romanian'],
  ['Europe/Budapest', 'budapest|hungarian|hungary'],
  ['Europe/Copenhagen', 'aarhus|copenhagen|danish|denmark'],
  ['Europe/Dublin', 'cork|dublin|galway|ireland|irish'],
  ['Europe/Helsinki', 'finland|finnish|helsinki|tampere'],
  ['Europe/Istanbul', 'istanbul|turkey|turkish'],
  ['Europe/Kyiv', 'kiev|kyiv|ukraine'],
  ['Europe/Lisbon', 'lisboa|lisbon|lisbonne|portugal|portuguese|porto'],
  [
    'Europe/London',
    'belfast|bristol|british|britain|edinburgh|glasgow|leeds|london|londoner|londres|manchester|reino unido|scotland|uk',
  ],
  ['Europe/Luxembourg', 'luxembourg|luxemburg'],
  [
    'Europe/Madrid',
    'barcelona|bilbao|espana|espanola|madrid|malaga|sevilla|spain|spanish|valencia|zaragoza',
  ],
  ['Europe/Oslo', 'bergen|norway|norwegian|oslo'],
  [
    'Europe/Paris',
    'bordeaux|france|french|lille|lyon|marseille|nantes|paris|pariser|strasbourg|toulouse',
  ],
  ['Europe/Prague', 'brno|czech|prag|prague'],
  ['Europe/Riga', 'latvia|riga'],
  ['Europe/Rome', 'italian|italy|milan|milano|roma|rome|torino'],
  ['Europe/Sofia', 'bulgaria|sofia'],
  ['Europe/Stockholm', 'goteborg|gothenburg|malmo|stockholm|sweden|swedish'],
  ['Europe/Tallinn', 'estonia|tallinn'],
  [
    'Europe/Vienna',
    'austria|austrian|graz|linz|osterreichische|osterreichischer|vienna|vienne|wien|wiener',
  ],
  ['Europe/Vilnius', 'lithuania|vilnius'],
  ['Europe/Warsaw', 'gdansk|krakow|poland|polish|poznan|warsaw|warszawa|wrocław|wroclaw'],
  [
    'Europe/Zurich',
    'basel|basler|bern|berne|berner|geneva|geneve|ginebra|lausanne|schweizer|swiss|switzerland|zurich|zurcher',
  ],
])
