/**
 * Words that mean the same over languages, of the fields that sites are about: food, travel, health, learning, culture, trade,
 * software. In this order as a rule: English, German, French, Spanish, Italian, Portuguese.
 */
export const fieldWords: Record<string, string> = {
  services:
    'service, services, offering, offerings, what we do, what they do, what we offer, what they offer, leistung, leistungen, angebot, angebote, dienste, dienstleistungen, prestations, soins, servicio, servicios, servizio, servizi, serviço, serviços, treatments, treatment, behandlung, behandlungen, traitements, tratamiento, tratamientos, trattamenti, tratamentos, услуги, خدمات, 服务, サービス',
  workings:
    'how it works, how does it work, how does this work, how this works, how it is done, so funktioniert, wie funktioniert, wie es funktioniert, wie das funktioniert, funktionsweise, comment ça marche, comment cela fonctionne, fonctionnement, fonctionne, cómo funciona, como funciona, funciona, come funziona, funziona, funzionamento, في العمل, 如何运作, 使い方',
  reasons:
    'why choose, why us, why people, why should, why you should, why they should, why our, reasons, reason to, reasons to, advantages, with us, warum wir, warum uns, gründe, mit uns, pourquoi nous, pourquoi choisir, avec nous, raisons, por qué elegir, por qué nosotros, con nosotros, con vosotros, motivos, razones, perché scegliere, perché noi, con noi, motivi, por que escolher, conosco',
  travel:
    'travel, travels, trip, trips, journey, journeys, tours, reise, reisen, voyage, voyages, voyager, viaje, viajes, viajar, viajamos, viaggio, viaggi, viaggiare, viagem, viagens, путешествия, رحلات, 旅行',
  destinations:
    'destination, destinations, where to go, reiseziel, reiseziele, ziele, destino, destinos, destinazione, destinazioni, mete',
  rooms:
    'room, rooms, suite, suites, accommodation, zimmer, unterkunft, unterkünfte, chambre, chambres, hébergement, habitación, habitaciones, alojamiento, camere, alloggio, quarto, quartos, alojamento',
  food: 'food, dishes, dish, meal, meals, cuisine, what is cooking, essen, speisen, gerichte, speisekarte, karte, plats, repas, carte, comida, platos, carta, piatti, cibo, pratos, еда, الطعام, 菜单, 料理',
  drinks:
    'drink, drinks, beverages, getränke, boissons, bebida, bebidas, bevande, wine, wines, wein, weine, vin, vins, vino, vinos, vini, vinho, vinhos',
  desserts:
    'dessert, desserts, pudding, puddings, sweets, nachtisch, nachspeisen, postre, postres, dolci, sobremesas',
  breakfast:
    'breakfast, brunch, frühstück, petit déjeuner, desayuno, colazione, café da manhã, pequeno-almoço',
  coffee: 'coffee, espresso, kaffee, caffè, café de especialidad',
  vegetarian:
    'vegetarian, vegan, meatless, veggie, vegetarisch, végétarien, vegetariano, vegetariana, végétalien, vegano',
  children:
    'child, children, kid, kids, kinder, enfant, enfants, niño, niños, bambini, bambino, criança, crianças',
  booking:
    'booking, bookings, reservation, reservations, reserve, appointment, appointments, termin, termine, buchung, buchen, reservierung, rendez-vous, réservation, réserver, cita, citas, reserva, reservas, reservar, prenotazione, prenotazioni, prenotare, appuntamento, agendamento, consulta',
  exhibitions:
    '=mostra, =mostre, exhibition, exhibitions, exhibit, exhibits, ausstellung, ausstellungen, exposition, expositions, exposición, exposiciones, exposição, exposições, esposizione, выставка, معرض فني, 展览, 展覧会',
  collection: 'collection, collections, sammlung, sammlungen, colección, collezione, collezioni, coleção',
  events:
    'event, events, what is on, whats on, upcoming, veranstaltung, veranstaltungen, événement, événements, evento, eventos, eventi, concert, concerts, konzert, konzerte, concierto, conciertos, concerti, gigs',
  courses:
    'course, courses, class, classes, lesson, lessons, workshop, workshops, kurs, kurse, unterricht, cours, leçons, atelier, ateliers, curso, cursos, clases, taller, talleres, corso, corsi, lezioni, aula, aulas',
  teachers:
    'teacher, teachers, instructor, instructors, coach, coaches, trainer, trainers, lehrer, lehrkräfte, professeur, professeurs, profesor, profesores, profesora, insegnanti, docenti, professores',
  doctors:
    'doctor, doctors, dentist, dentists, physician, physicians, arzt, ärzte, zahnarzt, médecin, médecins, médico, médicos, dottore, medici',
  jobs: 'job, jobs, career, careers, vacancy, vacancies, hiring, open positions, we are hiring, stellen, karriere, stellenangebote, emploi, emplois, carrière, recrutement, empleo, trabajo, vacantes, lavora con noi, carriere, vagas, carreiras',
  projects:
    'my work, your work, their work, his work, her work, project, projects, our work, recent work, selected work, projekt, projekte, arbeiten, projet, projets, réalisations, proyecto, proyectos, trabajos, progetto, progetti, lavori, projeto, projetos',
  awards: 'award, awards, prize, prizes, auszeichnung, auszeichnungen, récompenses, premios, premi, prêmios',
  press: 'press, in the media, media coverage, presse, prensa, stampa, imprensa',
  values:
    'values, principles, promise, promises, promised, we promise, werte, versprechen, valeurs, promesse, valores, promesa, valori, promessa',
  sustainability:
    'sustainability, sustainable, environment, green energy, climate, nachhaltigkeit, nachhaltig, umwelt, durable, environnement, sostenible, sostenibilidad, sostenibilità, ambiente, sustentabilidade',
  donations:
    'donation, donations, donate, spende, spenden, donación, donaciones, donar, donazione, donazioni, doação',
  volunteering:
    'volunteer, volunteers, volunteering, ehrenamt, freiwillige, bénévole, bénévoles, bénévolat, voluntario, voluntarios, volontari, volontariato, voluntariado',
  members:
    'member, members, membership, memberships, mitglied, mitglieder, mitgliedschaft, adhérents, adhésion, membres, socio, socios, membresía, soci, iscrizione, sócios',
  recipes:
    'recipe, recipes, rezept, rezepte, recette, recettes, receta, recetas, ricetta, ricette, receita, receitas',
  ingredients: 'ingredient, ingredients, zutat, zutaten, ingrédients, ingredientes, ingredienti',
  preparation:
    'method, preparation, instructions, steps, zubereitung, schritte, préparation, étapes, preparación, pasos, preparazione, procedimento, preparo, passos',
  offers:
    'offer, offers, deal, deals, discount, discounts, special offer, angebote, rabatt, rabatte, offre, offres, promotions, oferta, ofertas, descuento, descuentos, offerta, offerte, sconti, desconto, descontos, 优惠, 特価',
  bestsellers:
    'bestseller, bestsellers, best sellers, best-selling, most loved, popular items, beliebteste, meilleures ventes, más vendidos, più venduti, mais vendidos',
  arrivals: 'new arrivals, new in, just in, neuheiten, nouveautés, novedades, novità, novidades',
  warranty: 'warranty, guarantee, garantie, gewährleistung, garantía, garanzia, garantia',
  repairs:
    'repair, repairs, reparatur, reparaturen, werkstatt, réparation, réparations, reparación, reparaciones, riparazione, riparazioni, conserto',
  photos:
    'photograph, photographs, photography, fotos, fotografien, fotografía, fotografie, foto, fotografia',
  charts:
    'chart, charts, graph, graphs, diagram, diagrams, diagramm, diagramme, graphique, graphiques, gráfico, gráficos, grafico, grafici, statistics, statistik, statistiques, estadísticas, statistiche, estatísticas',
  tables:
    '=table, =tables, data table, tabelle, tabellen, tableau, tableaux, tabla, tablas, tabella, tabelle, tabela',
  account: 'account, profile, konto, profil, compte, cuenta, perfil, profilo, conta, حساب, 账户, アカウント',
  language:
    'language, languages, sprache, sprachen, langue, langues, idioma, idiomas, lingua, lingue, اللغة, 语言, 言語',
  roadmap:
    'roadmap, coming next, what is next, coming soon, planned, geplant, feuille de route, hoja de ruta, próximamente, prossimamente',
  releases:
    'release, releases, version, versions, release notes, what is new, whats new, neuerungen, versión, versioni, versões',
  examples:
    'example, examples, sample, samples, beispiel, beispiele, exemple, exemples, ejemplo, ejemplos, esempio, esempi, exemplo, exemplos',
  mistakes: 'error, errors, error codes, fehler, erreur, erreurs, errores, errori, erros',
  properties:
    'property, properties, listing, listings, flat, flats, apartment, apartments, house, houses, immobilien, wohnung, wohnungen, appartement, appartements, maison, maisons, piso, pisos, casas, vivienda, viviendas, appartamenti, case in vendita, imóveis',
  accessibility:
    'wheelchair, step-free, barrierefrei, barrierefreiheit, fauteuil roulant, accessibilité, silla de ruedas, accesibilidad, sedia a rotelle, accessibilità, acessibilidade',
  parking: 'parking, parkplatz, parkplätze, parken, stationnement, aparcamiento, parcheggio, estacionamento',
  transport:
    'bus, buses, train, trains, tram, metro, public transport, zug, bahn, straßenbahn, autobus, tren, treno, trem',
  visit:
    '=visit, visiting, visitors, plan your visit, besuch, besuchen, visite, visiter, visita, visitar, visitare',
  results:
    'result, results, figures, ergebnis, ergebnisse, résultats, chiffres, resultados, cifras, risultati',
  animals:
    'animal, animals, dog, dogs, cat, cats, tiere, tier, hund, hunde, katze, animaux, chien, chiens, perro, perros, gato, animales, animali, cane, cani, cachorro, animais',
  routes:
    'route, routes, trail, trails, hike, hikes, wanderung, wanderungen, strecke, touren, itinéraire, itinéraires, sentiers, randonnée, ruta, rutas, senderos, percorso, percorsi, sentieri, roteiros, trilhas',
  monday: 'monday, mondays, montag, lundi, lunes, lunedì, segunda-feira',
  tuesday: 'tuesday, tuesdays, dienstag, mardi, martes, martedì, terça-feira',
  wednesday: 'wednesday, wednesdays, mittwoch, mercredi, miércoles, mercoledì, quarta-feira',
  thursday: 'thursday, thursdays, donnerstag, jeudi, jueves, giovedì, quinta-feira',
  friday: 'friday, fridays, freitag, vendredi, viernes, venerdì, sexta-feira',
  saturday: 'saturday, saturdays, samstag, sonnabend, samedi, sábado, sabato',
  sunday: 'sunday, sundays, sonntag, dimanche, domingo, domenica',
  speed:
    'fast, speed, quick, performance, benchmark, benchmarks, schnell, geschwindigkeit, leistung, rapide, vitesse, rápido, velocidad, veloce, velocità',
  related:
    'related, similar, you may also like, you might also like, goes well with, goes with, pairs with, pairs well, more like this, others also bought, customers also bought, ähnliche, passend dazu, passt dazu, das könnte, vous aimerez aussi, à découvrir aussi, similaires, también te puede, te puede gustar, similares, productos relacionados, potrebbe piacerti, potrebbero piacerti, simili, você também pode',
  trouble:
    'troubleshooting, trouble, problem, problems, go wrong, goes wrong, went wrong, does not work, not working, known issues, common errors, if it fails, fehlerbehebung, probleme, problème, problèmes, dépannage, ne marche pas, solución de problemas, problemas, no funciona, problemi, risoluzione dei problemi, non funziona, solução de problemas',
  pastry:
    'pastry, pastries, cake, cakes, konditorei, kuchen, torten, pâtisserie, pâtisseries, viennoiserie, viennoiseries, gâteau, gâteaux, pastelería, pasteles, tarta, tartas, pasticceria, torta, torte, pastelaria, bolos',
  bread: 'bread, breads, loaf, loaves, brot, brote, =pain, =pains, =pan, =panes, =pane, pão, pães',
  clearing: '=clear, clearing, empty the, leeren, löschen, vider, vaciar, borrar, svuotare, limpar',
  configuring:
    'configure, configuration, konfiguration, konfigurieren, configurer, configurar, configurazione, configuração',
  limits: 'limit, limits, quota, quotas, grenzen, grenzwerte, limite, limites, límite, límites, limiti',
  code: '=code, source, source code, quelltext, quellcode, código, codice, snippet',
  storage:
    'storage, stored, kept, speicher, gespeichert, stockage, stockées, almacenamiento, almacenados, archiviati, armazenamento',
  cancelling:
    'cancel, cancellation, cancelling, kündigen, kündigung, stornieren, stornierung, annuler, annulation, résilier, cancelar, cancelación, anular, annullare, disdire, cancelamento',
  paying:
    'pay, payment, payments, paying, instalments, installments, bezahlen, zahlung, zahlen, ratenzahlung, payer, paiement, pagar, pago, pagos, a plazos, pagare, pagamento, pagamenti, rate',
  gifts:
    'gift, gifts, present, voucher, vouchers, gift card, gift cards, gutschein, gutscheine, geschenk, geschenke, cadeau, cadeaux, bon cadeau, regalo, regalos, vale, buono, buoni, presente, presentes',
  materials:
    'material, materials, made of, fabric, matière, matières, matériaux, materiales, materiali, materiais',
  care: '=care, =washing, cleaning, pflege, pflegen, reinigung, entretien, cuidado, cuidados, lavado, cura, lavaggio',
  weather: 'weather, wetter, météo, meteo, tiempo, clima, previsão',
  newspaper:
    'article, articles, story, stories, artikel, artículo, artículos, articolo, articoli, artigo, artigos, beitrag, beiträge',
  community: 'community, forum, gemeinschaft, communauté, comunidad, comunità, comunidade',
  employers:
    'employer, employers, arbeitgeber, employeur, employeurs, recruteurs, empleador, empleadores, datore di lavoro, aziende, empregadores',
  companies:
    'company, companies, business, businesses, enterprise, enterprises, firmen, unternehmen, entreprise, entreprises, empresa, empresas, azienda, imprese',
  invoices:
    'invoice, invoices, billing, rechnung, rechnungen, abrechnung, facture, factures, facturation, factura, facturas, facturación, fattura, fatture, fatturazione, fatura, faturas',
  films: 'film, films, movie, movies, screening, screenings, filme, películas, pelicula, película, pellicole',
  countries: 'country, countries, land, länder, ländern, pays, país, países, paese, paesi',
};
