/** What several words say together that none says alone: one of each list has to be there. */
export interface Combination {
  /** Which category it speaks for; none for those that tell of the priority alone. */
  category: string | null;
  reason: string;
  weight: number;
  lists: readonly string[];
}

const people = `child|children|kid|kids|pupil|pupils|student|students|baby|toddler|girl|boy|guest|guests|visitor|visitors|patient|patients|passenger|passengers|resident|residents|tenant|tenants|neighbour|neighbours|driver|rider|riders|worker|workers|colleague|apprentice|trainee|nurse|somebody|someone|people|man|woman|mrs|mr|ms|miss
|cyclist|pedestrian|pedestrians|class|customer|customers|player|audience|wheelchair|he|she|his|her
|kind|kinder|gast|gaste|gasten|patient|patientin|mitarbeiter|mitarbeiterin|kollege|kollegin|lehrling|azubi|auszubildender|leute|fahrer|person|personen|herr|frau|bewohner|bewohnerin|nachbar|nachbarn|schuler|nachbarskinder|schulkinder|enfant|enfants|eleve|cliente|client|clients|patiente|salarie|apprenti|passant|gens|mme|monsieur|madame|voisin|il|elle
|nino|ninos|nina|huesped|huespedes|paciente|trabajador|trabajadora|jornalero|empleado|empleada|aprendiz|personas|peaton|senor|senora|vecino|vecina`;

const danger = `fell|falling|fallen|came down|hangs over|hanging over|split|collapse|collapses|trapped|stuck in|stuck with|cut himself|cut herself|cut his|cut her|broke his|broke her|broken arm|broken leg|hospital|blood|bleeds|hurt|hurts|unwell|faint|fainted|dizzy|vomiting|fever|sting|stung|bitten|bite|on red|sinkhole
|slipped|tripped|electric shock|swallowed|choked|crushed|sags|sag|unstable|loose railing|broken railing|ice on|black ice|exhaust|fumes|chlorine|acid|ammonia|glass|scalded|allergy|allergic|peanut|snapped|swollen|leans|tilts|tilting|crumbling|crumbles|wobbling ladder|pressed it all night|insulin|wrong pills|doctor is on|unconscious|concussion
|neigt sich|neigt|kippt|wackelt|hangt mit|steckt|krankenhaus|gestolpert|gefallen|gesturzt|absturzt|herabgefallen|geschnitten|schwindel|ohnmachtig|glatteis|scherben|saure|chlor|hangt lose|rettungswagen|notarzt
|hopital|urgences|se sent mal|glisse|est tombe|est tombee|s est coupe|s est coupee|entaille|s est entaille|verglas|evanoui|evanouie|double de la dose|penche
|se ha cortado|se ha caido|se siente mal|resbalo|cayo|mareo|mareado|sangre|hielo|amoniaco|lejia|doble de la dosis|golpe en la cabeza|urgencias|se inclina`;

const cold = `fridge|refrigerator|freezer|cooler|cold room|cold store|cold storage|cooling|reefer|chiller|kuhlschrank|kuhlhaus|kuhlzelle|kuhlraum|kuhlung|gefrierschrank|truhe|tiefkuhler|frigo|refrigerateur|congelateur|chambre froide|nevera|frigorifico|camara|camara frigorifica|congelador`;
const temperature = `degrees|degree|warm|c|temperature|thaw|grad|temperatur|degres|grados|temperatura|minus|off|ausgefallen`;

const secrets = `key|keys|token|tokens|password|passwords|credentials|secret|secrets|passwort|passworter|schlusseldatei|mot de passe|mots de passe|contrasena|contrasenas|clave|claves`;
const exposed = `public|repository|leaked|exposed|committed|posted|published|found in|online|pastebin|forum|offentlich|veroffentlicht|publie|publiee|publico|publica|publicado`;
const records = `data|records|list|names|addresses|payslips|files|spreadsheet|diagnoses|reports|kundendaten|daten|liste|donnees|liste|datos|lista|salaries|contracts`;
const strangers = `wrong broker|wrong person|wrong recipient|wrong customer|wrong client|wrong company|wrong address|wrong parent|wrong supplier|everyone can see|anyone can see|anyone can read|anyone can open|visible to all|without logging in|without login|falschen empfanger|falsche adresse|falschen kunden|mauvais destinataire|mauvais client|destinatario equivocado|cliente equivocado`;

const scope = `nobody|no one|everybody|everyone|all|every|any|whole|entire|no teacher|no customer|no guest|no driver|niemand|alle|allen|jeder|jede|ganze|ganzen|keine tur|personne|tous|toutes|aucun|aucune|nadie|todos|todas|ningun|ninguna|every second|half of the|dozens|hundreds|forty calls|calls since|does not stop ringing`;
const malfunction = `fails|failed|failing|failure|error|errors|down|freezes|frozen|stuck|crash|crashes|crashed|rejects|rejected|refuses|broken|wrong|stopped|stops|dead|cannot|cant|can unlock|can open|can enter|can log in|can pay|can book|doesnt|does not|do not|wont|not working|no longer|leaks|lost|missing|compile|blank|cheat|stays|in the ocean|garbage
|fehler|kaputt|defekt|hangt|falsch|weg|geht nicht|gehen nicht|funktioniert nicht|springt nicht|erreur|casse|bloque|ne marche pas|impossible|plante|disparu|ne doit l utiliser|error|roto|falla|no funciona|no funcionan|no se puede|bloqueado|imposible`;
const since = `since this morning|since yesterday|since monday|since six|since eight|since nine|since noon|since the rain|since last night|last nights deployment|for an hour|for hours|for two hours|overnight|all night|all day|already|within minutes|minutes ago|an hour ago|just now|seit heute|seit gestern|seit einer stunde|seit stunden|seit heute fruh|seit 14 uhr|schon
|depuis ce matin|depuis hier|depuis une heure|desde esta manana|desde ayer|desde hace una hora|desde hace dos horas`;

const equipment = `atm|card|cards|camera|disk|hard disk|autoclave|sync|checkout|tickets|certificate|headlights|transfers|payments|orders page|festplatte|kamera|drohne|mischpult|karte|karten|autoclave|sillon|compresor|agenda|billets|vitrine|badge|badges|audioguide|staging|lift|elevator|escalator|bell|phone|phones|phone line|line|hotline|portal|website|site|web|shop system|app|server|servers|tiles|node|cluster|replica|database|queue|oven|saw|excavator|digger|crane|boiler|heating|scanner|scanners|printer|printers|fridge|freezer|door|doors|gate|barrier|alarm|lock|locks|network|wifi|vpn|internet|screen|screens|display
|tablet|tablets|laptop|laptops|computer|computers|pump|motor|engine|compressor|conveyor|forklift|machine|machines|robot|press|mixer|dishwasher|washing machine|dryer|till|tills|register|card reader|terminal|kiosk|turnstile|camera|cameras|projector|speaker|microphone|light|lights|signal|generator|station|dock|docks|bike|bikes|van|vans|truck|trucks|bus|buses
|tractor|sensor|sensors|backup|backups|job|import|export|sync|mail server|mailbox|e mail|email|calendar|login|sso|api|gateway|endpoint|build|pipeline|deploy|firewall|switch|router|power|ventilation|air conditioning|aircon|extraction|sprinkler|cash machine|atm|vending machine|scale|scales
|bagger|minibagger|kran|aufzug|lift|heizung|telefon|telefonanlage|drucker|kasse|kassen|tur|turen|tor|anlage|maschine|linie|band|pumpe|rechner|netz|netzwerk|internet|webseite|seite|schlusselkarten|stapler|scanner|sensor|ofen|kamera|klingel|fahrzeug|bohrmaschine|kreissage
|ascenseur|chaudiere|chauffage|telephone|imprimante|caisse|porte|portail|scie|machine|ordinateur|reseau|site|application|lecteur|pompe|four|aspiration|alarme|serveur|camion|standard
|ascensor|caldera|calefaccion|telefono|impresora|caja|puerta|maquina|ordenador|red|pagina|aplicacion|lector|bomba|horno|alarma|servidor|camion|camara|balanza`;
const stopped = `swallows|declined|uberhitzt|nicht lesen|nicht gelesen|no alcanza|no sube|has not run|did not run|refuses|refused|not booked|is slow|runs out|no working|nimmt nicht auf|ladt nicht|keine verbindung|sin presion|marca error|n imprime plus|ne lit plus|ne ferme plus|refuses a l entree|stuck|stops|stopped|silent|dead|drops|drops calls|frozen|freezes|hangs|jams|jammed|offline|unreachable|unresponsive|fails|failed|throws|crashes|crashed|restarts|reboots|overloaded|at 100|lags|lags behind|behind by|takes ten|takes a minute|takes minutes|ten seconds|slow|slower|timeout|times out|throws an error|is down|are down|went down|out of order|does not start|wont start|does not ring|does not open|does not close
|does not turn|does not stop|not responding|no picture|no sound|black|blank|smokes|sparks|beeps|unlock a|cannot connect|loses connection|loses power|expires|expired
|springt nicht|geht nicht|steht|hangt|reagiert nicht|fallt aus|ausgefallen|offnen keine|offnet nicht|offnen nicht|schliesst nicht|sturzt ab|bleibt stehen|bleibt schwarz|klemmt|piept|langsam|startet nicht|druckt nicht|kaputt
|ne s arrete|s arrete|ne demarre|ne s ouvre|ne se ferme|ne repond|ne sonne|ne marche|ne fonctionne|en panne|bloque|bloquee|coince|fume|lent|lente|trop lent|plante|hors service
|tarda|no arranca|no se abre|no abre|no cierra|no responde|no funciona|no enciende|no imprime|no carga|no enfria|no suena|se para|parada|parado|bloqueado|bloqueada|lento|lenta|se cuelga|caido|caida|averiado|averiada|a 12 grados|echa humo`;

export const combinations: readonly Combination[] = [
  { category: 'general', reason: 'somebody may come to harm', weight: 1.8, lists: [people, danger] },
  { category: null, reason: 'somebody may come to harm', weight: 2.9, lists: [people, danger] },
  { category: null, reason: 'what has to be cold may be warm', weight: 3.2, lists: [cold, temperature] },
  { category: null, reason: 'a secret may be known to others', weight: 3.2, lists: [secrets, exposed] },
  { category: null, reason: 'data may have reached strangers', weight: 3.2, lists: [records, strangers] },
  { category: null, reason: 'something fails for everybody', weight: 1.6, lists: [scope, malfunction] },
  { category: null, reason: 'something fails right now', weight: 1, lists: [since, malfunction] },
  {
    category: 'system_error',
    reason: 'what others work with stands still',
    weight: 2.4,
    lists: [equipment, stopped],
  },
  {
    category: 'system_error',
    reason: 'what has to be cold may be warm',
    weight: 2.4,
    lists: [cold, temperature],
  },
];
