import { anywhere, type Sign, subject, text } from '../sign.ts'

/** Everyday mail that has nothing to do with work: parcels, bills, doctors, authorities. */
export const everydaySigns: readonly Sign[] = [
  anywhere(
    4,
    /\b(?:parcel|your delivery|your order (?:has|is)|out for delivery|tracking number|paket|sendung|lieferung|colis|livraison)\b/,
  ),
  anywhere(
    4,
    /\b(?:account statement|your statement|online banking|kontoauszug|releve de compte)\b/,
  ),
  anywhere(
    4,
    /\b(?:dental|dentist|doctor's|medical) appointment\b|\b(?:zahnarzt|arzttermin|impfung)\b/,
  ),
  anywhere(
    3,
    /\b(?:your receipt|thanks for your payment|thank you for your (?:order|purchase)|your subscription renews|beitragsbescheid|quittung|votre recu|votre facture)\b/,
  ),
  anywhere(
    3,
    /\b(?:caretaker|tenants?|landlord|heating|mieter|hausverwaltung|heizung|locataires?)\b/,
  ),
  anywhere(
    3,
    /\b(?:flight|boarding pass|hotel reservation|your booking|your reservation|reise|fahrkarte|billet de train)\b/,
  ),
  anywhere(
    3,
    /\b(?:carte d'identite|prefecture|mairie|burgeramt|finanzamt|krankenkasse|tax return|council tax)\b/,
  ),
  text(
    2,
    /\b(?:lunch on sunday|birthday|grandma|your sister|your brother|geburtstag|oma|anniversaire)\b/,
  ),
  subject(2, /^(?:your receipt|receipt|invoice from|order confirmation)\b/),
]
