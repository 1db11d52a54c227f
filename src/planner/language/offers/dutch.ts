// biome-ignore-all format: words stand several a line, by meaning
import type { OfferWords } from '../page-words.ts';

export const dutchOffers: OfferWords = {
  creates: ['toevoegen', 'voeg toe', 'maken', 'aanmaken', 'nieuw', 'nieuwe', 'invoegen', 'schrijven', 'opstellen',
    // As orders.
    'maak', 'maak aan', 'schrijf', 'voeg in', 'stel op'],
  saves: ['opslaan', 'wijzigingen opslaan', 'bewaren', 'toepassen', 'gereed', 'klaar', 'bevestigen', 'verzenden', 'versturen', 'bijwerken', 'aanmaken',
    'maken', 'toevoegen', 'voltooien', 'doorgaan', 'ja', 'publiceren'],
  keeps: ['(?:(?:alle )?(?:wijzigingen|instellingen|voorkeuren) )?(?:opslaan|bewaren|toepassen|bijwerken)'],
  pairs: ['beide'],
  everything: ['alle', 'overal'],
  unnamed: ['nieuwe?', 'naamloos', 'naamloze'],
  closes: ['sluiten', 'klaar'],
  anything: ['alle', 'alles', 'iedereen'],
  drafts: ['(?:als )?concept opslaan'],
  searchedBy: ['op'],
  unset: ['geen', 'zonder', '(?:kies|selecteer)(?: een| de| het)?'],
  administers: ['beheer', 'configuratie', 'instellingen'],
  repeats: ['nog een.*'],
  refuses: ['annuleren', 'sluiten', 'negeren', 'terug', 'verwerpen', 'nee', 'niet nu', 'herstellen', 'wissen'],
  same: ['dupliceren|dupliceer|kopiëren|kopieer|klonen', 'bewerken|bewerk|wijzigen|wijzig|hernoemen|hernoem|bijwerken', 'archiveren|archiveer',
    'goedkeuren|keur goed|accepteren|accepteer', 'afwijzen|wijs af|weigeren|weiger', 'beantwoorden|beantwoord|reageren|reageer op',
    'vergrendelen|vergrendel', 'ontgrendelen|ontgrendel', 'verbergen|verberg', 'tonen|toon', 'uitschakelen|schakel uit|deactiveren',
    'inschakelen|schakel in|activeren', 'vastmaken|vastzetten', 'uitnodigen|delen|deel'],
  edits: ['bewerken', 'wijzigen', 'hernoemen', 'beheren', 'aanpassen', 'configureren'],
  makes: ['maak'],
  sets: ['instellen', 'kiezen', 'selecteren'],
  covers: ['venster', 'paneel', 'menu', 'dialoog'],
  details: ['(?:meer )?details', 'openen', 'bekijken'],
  more: ['meer', 'opties', 'acties'],
  puts: ['zet', 'voeg', 'plaats', 'geef', 'ken'],
  next: ['volgende', 'doorgaan', 'verder'],
};
