import { readSigns } from '../read-signs.ts'

/** Everyday mail that has nothing to do with work: parcels, bills, doctors, authorities. */
export const everydaySigns = readSigns(`
  4 anywhere parcel | your delivery | your order (has|is) | out for delivery | tracking number
  |          paket | sendung | lieferung | colis | livraison
  4 anywhere account statement | your statement | online banking | kontoauszug | releve de compte
  4 anywhere (dental|dentist|doctor's|medical) appointment | zahnarzt | arzttermin | impfung
  3 anywhere your receipt | thanks for your payment | thank you for your (order|purchase)
  |          your subscription renews | beitragsbescheid | quittung | votre recu | votre facture
  3 anywhere caretaker | tenants? | landlord | heating | mieter | hausverwaltung | heizung
  |          locataires?
  3 anywhere flight | boarding pass | hotel reservation | your booking | your reservation | reise
  |          fahrkarte | billet de train
  3 anywhere carte d'identite | prefecture | mairie | burgeramt | finanzamt | krankenkasse
  |          tax return | council tax
  2 text     lunch on sunday | birthday | grandma | your sister | your brother | geburtstag | oma
  |          anniversaire
  2 subject  ^(your receipt|receipt|invoice from|order confirmation)
`)
