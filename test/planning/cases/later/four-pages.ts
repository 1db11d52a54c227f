import type { PlanningCase } from '../../expectation.ts';

const museo = 'fixture/museo/index.html';
const clinic = 'fixture/clinic/index.html';
const repoHost = 'fixture/repo-host/index.html';
const airline = 'fixture/airline/index.html';

export const fourPages: PlanningCase[] = [
  {
    page: museo,
    prompt: 'mostra le mostre e gli orari',
    expect: { sections: ['In mostra adesso', 'Orari e biglietti'] },
  },
  { page: museo, prompt: 'how much is a ticket?', expect: { sections: ['Orari e biglietti'] } },
  {
    page: museo,
    prompt: 'compila il modulo per la visita guidata',
    seconds: 30,
    expect: {
      acts: ['change Nome e cognome = *', 'change Email = *@*', 'change Giorno = *-*-*', 'change Lingua = *'],
    },
  },
  { page: museo, prompt: 'vai alla collezione', expect: { acts: ['click Collezione'] } },
  { page: museo, prompt: 'how do I get there?', expect: { sections: ['Come arrivare'] } },
  {
    page: museo,
    prompt: 'scegli la lingua tedesco e invia la richiesta',
    seconds: 30,
    expect: { acts: ['change Lingua = de', 'click Invia la richiesta'] },
  },

  {
    page: clinic,
    prompt: 'request an appointment for my child',
    seconds: 30,
    expect: {
      acts: [
        '?click My child',
        '?change Full name = *',
        '?change Date of birth = *-*-*',
        '?change Phone number = *',
        '?click Request appointment',
      ],
      sections: ['Request an appointment|*'],
    },
  },
  {
    page: clinic,
    prompt: 'order a repeat prescription',
    expect: { acts: ['click Order a repeat prescription'] },
  },
  {
    page: clinic,
    prompt: 'who are the doctors, and is there parking?',
    expect: { sections: ['Our doctors', 'Common questions'], acts: ['?click Do you have parking?'] },
  },
  { page: clinic, prompt: 'make the text larger', expect: { acts: ['click Larger text'] } },
  { page: clinic, prompt: 'expand the second question', expect: { acts: ['click Can I choose my doctor?'] } },
  { page: clinic, prompt: 'what happens at night?', expect: { sections: ['When we are closed'] } },

  {
    page: repoHost,
    prompt: 'show how to install and use it',
    expect: { sections: ['Installation', 'Usage'] },
  },
  { page: repoHost, prompt: 'open the issues', expect: { acts: ['click Issues*'] } },
  {
    page: repoHost,
    prompt: 'star the repository, then clone it',
    expect: { acts: ['click Star', 'click Clone'] },
  },
  { page: repoHost, prompt: 'switch to the next branch', expect: { acts: ['change Branch = next'] } },
  {
    page: repoHost,
    prompt: 'open the clone menu and copy the address',
    expect: { acts: ['click Clone', 'click Copy address'] },
  },
  { page: repoHost, prompt: 'show the benchmarks', expect: { sections: ['Benchmarks'] } },

  {
    page: airline,
    prompt: 'preencha o formulário de busca',
    seconds: 30,
    expect: {
      acts: [
        'change Origem = *',
        'change Destino = *',
        'change Data de ida = *-*-*',
        'change Passageiros = *',
      ],
    },
  },
  {
    page: airline,
    prompt: 'escolha só ida e digite "Recife" em Destino',
    expect: { acts: ['click Só ida', 'change Destino = Recife'] },
  },
  { page: airline, prompt: 'mostre as ofertas da semana', expect: { sections: ['Ofertas da semana'] } },
  {
    page: airline,
    prompt: 'show the flights to Lisbon: press Ver voos in the Lisboa card',
    expect: { acts: ['click Ver voos@2'] },
  },
  { page: airline, prompt: 'abra a última pergunta', expect: { acts: ['click Quando abre*'] } },
  { page: airline, prompt: 'open the check-in page', expect: { acts: ['click Check-in'] } },
  { page: airline, prompt: 'what luggage may I bring?', expect: { sections: ['Bagagem'] } },
];
