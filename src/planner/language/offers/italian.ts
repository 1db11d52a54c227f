// biome-ignore-all format: words stand several a line, by meaning
import type { OfferWords } from '../page-words.ts';

export const italianOffers: OfferWords = {
  creates: ['aggiungi', 'crea', 'nuovo', 'nuova', 'inserisci', 'scrivi', 'componi',
    // As orders.
    'aggiungere', 'creare', 'inserire', 'scrivere'],
  saves: ['salva', 'salva modifiche', 'applica', 'fatto', 'fine', 'conferma', 'invia', 'aggiorna', 'crea', 'aggiungi', 'completa', 'continua', 'sì',
    'pubblica'],
  keeps: ['(?:salva|applica|aggiorna)(?: (?:le|tutte le|modifiche|impostazioni|preferenze))*'],
  pairs: ['entrambi', 'entrambe'],
  everything: ['tutti', 'tutte'],
  unnamed: ['nuovo', 'nuova', 'senza titolo', 'senza nome'],
  closes: ['chiudi', 'fatto'],
  anything: ['tutti', 'tutte', 'tutto', 'qualsiasi'],
  drafts: ['salva(?: (?:come|la))? bozza'],
  searchedBy: ['per'],
  unset: ['nessun[oa]?', 'senza', '(?:scegli|seleziona)(?: una?| il| la)?'],
  administers: ['amministrazione', 'configurazione', 'pannello di controllo'],
  repeats: ['aggiungi (?:un )?altr.*'],
  refuses: ['annulla', 'chiudi', 'ignora', 'indietro', 'scarta', 'no', 'non ora', 'ripristina', 'cancella'],
  same: ['duplica|duplicare|copia|copiare|clona', 'modifica|modificare|cambia|cambiare|rinomina|aggiorna', 'archivia|archiviare',
    'approva|approvare|accetta|accettare', 'rifiuta|rifiutare|respingi', 'rispondi|rispondi a|rispondere', 'blocca|bloccare',
    'sblocca|sbloccare', 'nascondi|nascondere', 'mostra|mostrare', 'disattiva|disattivare|disabilita', 'attiva|attivare|abilita',
    'fissa|appunta', 'invita|condividi'],
  edits: ['modifica', 'cambia', 'rinomina', 'gestisci', 'personalizza', 'configura'],
  makes: ['fai', 'fare'],
  sets: ['imposta', 'scegli', 'seleziona'],
  covers: ['finestra', 'pannello', 'menu', 'anteprima'],
  details: ['(?:altri )?dettagli', 'apri', 'vedi'],
  more: ['altro', 'altre azioni', 'opzioni', 'azioni'],
  puts: ['metti', 'aggiungi', 'applica', 'assegna'],
  next: ['avanti', 'successivo', 'prosegui', 'continua'],
};
