/**
 * What words say about how soon something has to be done. A harm is going on or threatens; a call asks for speed; a
 * stake makes it matter; small things can wait; a frame turns what is said into a subject that one writes or talks about.
 */
export type Urgency = 'harm' | 'damage' | 'call' | 'soon' | 'stake' | 'small' | 'calm' | 'frame' | 'none';

export const urgencyPhrases: Readonly<Record<Urgency, string>> = {
  harm: `
depart de feu|debut d incendie|incendie dans|incendie au|diarrhoea|diarrhea|on the road again|loose on the road|sheep on the road|cattle on the road|horse on the road|no headlights|no working brakes|no working headlights|no working lights|not roadworthy|reaction to|allergic to|asks for their pin|asks for pins|scam|scammers|swindle|swindler|not booked|not in the accounts|other shops|other customers orders|other peoples
|orders of other|data of other|records of other|there is no copy|no copy|no backup of|unrecoverable|cannot be recovered|irretrievable|head wound|head injury|wound on the head|switched off the emergency|hit by|struck by|getroffen|platzwunde|kopfverletzung|set ist unterbrochen|unterbrochen|lasst sich nicht lesen|es gibt keine kopie|keine kopie|uberhitzt
|huele a gas|olor a gas|escape de gas|reaccion a la|reaccion alergica|no queda instrumental|infeccion|huele a quemado|gotea sobre|se inunda|eau coule|coule sur|ca coule|de l eau|odeur de gaz|sent le gaz|sent le brule|ne ferme plus a cle|refuses a l entree|vol a l etalage|effraction|intrus|intruder|break ins|burglary|burglars|burgled
|hostage|stampede|crowd crush|overcrowded exit|blocked exit|blocked exits|blocked emergency|chained shut|measles|meningitis|legionella|norovirus|tuberculosis|covid outbreak|lockdown|wrong surgery|wrong side|mixed up patients|mixed up samples|unsafe to|not safe|health hazard|hazard|toxic|radiation|asphyxia|fumes|sickness spreads|spreading|came down|ceiling came|sinkhole|landslide|brown water|water comes through|no pressure in|carbon monoxide|co alarm|peanut found|glass in|metal in|foreign object in|hangs over|traffic light is out|signal dark|signal out|lights out at|see through walls|cheat|cheats|cheating tool|botnet|data sold|identity theft|impersonates|impersonating|wire fraud|fake invoice paid
|double the dose|double dose|wrong blood|wrong baby|wrong child|left alone|unattended|locked in|cannot get out|cant get out|stuck between|hangs with|emergency landing|drifted|adrift|sinking|capsize|derail|tipped over|overturned|rollover|crashed into|ran into|hit a|hit by|run over
|bridge closed|tree fell|branch hangs|roof leaks onto|roof blown|storm damage|lightning|hail|avalanche|wildfire|mudslide|water cut|burst|has burst|ruptured|main break|gas smell|short circuited|live fence|cables exposed
|kommt durch die decke|wasser kommt|wasser lauft|rohr geplatzt|geplatzt|hangt mit|offnen keine|offnet keine|keine tur|eingesperrt|umgekippt|umgesturzt|auffahrunfall|uberfahren|angefahren|sturmschaden|blitz|lawine|baum umgesturzt|doppelte dosis|falsche dosis|falsches medikament
|double de la dose|fuite|a eclate|eclate|rompu|rompue|enferme|enfermee|renverse|renversee|ecrase|arbre tombe|tempete|foudre|impossible d entrer|impossible de sortir
|se ha roto la tuberia|tuberia rota|tuberia principal|ha reventado|reventado|encerrado|encerrada|volcado|volcada|atropellado|tormenta|rayo|se ha cortado|doble dosis|doble de la dosis|fruta podrida en
|outage|is down|are down|went down|goes down|still down|system down|site down|down for everyone|data breach|security breach|breached|hacked|ransomware|phishing attack
|leaked credentials|credentials leaked|leaked|exposed|data loss|losing data|lost data|injury|injured|got hurt|fire|smoke|gas leak|smell of gas|flood|flooding|flooded|burst pipe
|water leak|electric shock|sparks|sparking|short circuit|power cut|power failure|no power|evacuate|ambulance|allergic reaction|contaminated|contamination|recall|recalled
|not been paid|havent been paid|nobody was paid|no salary|salaries missing|payroll failed|payroll fails|payments fail|payments failing|cannot pay|cant pay|charged twice|double charged
|charging twice|cannot check out|checkout fails|checkout broken|nobody can log in|nobody can login|cannot log in|cant log in|cannot login|cant login|locked out|unsafe|fraud|fraudulent|stolen
|theft|break in|crash loop|production is down|prod is down|prod down|does not start|wont start|stopped working|collapsed|missing child|patient safety|spoiling|cold chain
|ausgefallen|ausfall|stromausfall|brennt|feuer|rauch|verletzt|unfall|wasserschaden|datenleck|gehackt|steht still|geht nichts mehr|nicht erreichbar|gasgeruch
|en panne|panne|hors service|fumee|blesse|blessee|fuite de gaz|fuite d eau|inondation|fuite de donnees|pirate|ne repond plus|ne demarre plus
|barely breathing|not breathing|stopped breathing|collapsed|choking|seizure|stroke|heart attack|ambulance|paramedics|contagious|infectious|outbreak|is rising|rising water|water is rising|keeps rising|does not keep up|smell of smoke
|cracked above|cracked beam|hanging loose above|about to break|torn cable|live cable|glass on the floor|assault|assaulted|attacked|harassment|robbed|robbery|vandalised|vandalized|kidnapped|lost child|ran away|escaped|drowning|frozen pipes
|wiped|deleted by accident|deleted by mistake|accidentally deleted|overwritten|sent to the wrong|published by mistake|went public|valid tickets|cannot enter|cant enter|cannot get in|cant get in|shut out|turned away|standstill|stands still|no longer reachable
|steht wegen|linie steht|band steht|anlage steht|maschine steht|produktion steht|alles steht|notarzt|rettungswagen|krankenhaus|ins auge|verschluckt|erstickt|bricht zusammen|herzinfarkt|ansteckend|ausbruch|uberfall|vandalismus|wasser steigt|wasser im keller
|verletzung|bewusstlosigkeit|zusammenbruch|kommt nicht mehr|kommen nicht mehr|strom weg|stromlos|gesperrt|brand|gasleck|vergiftung|allergische reaktion|versehentlich geloscht|geloscht
|hopital|ambulance|samu|pompiers|inconscient|inconsciente|malaise|contagieux|epidemie|agression|supprime par erreur|efface|monte dans la cave|degat des eaux|degats des eaux|etouffe|empoisonne|electrocution|bloquee dans|bloques dans
|hospital|ambulancia|bomberos|inconsciente|desmayado|contagioso|brote|agresion|asalto|borrado por error|sube el agua|ahogado|atragantado|descarga electrica|se ha caido|se cayo|sin respirar|desaparecido|perdida de datos
|brakes failed|no brakes|lost its brakes|brake failure|leans|leaning|tilts|about to fall|about to collapse|cracked beam|exposed wires|exposed wire|live wire|asbestos|unconscious|bleeding|threatened|threat|weapon|bomb|police
|burning smell|smells of burning|overheating|overheats|overheated|explosion|exploded|spill|spilled|chemical spill|poisoning|poisoned|salmonella|listeria|outbreak|infected|malware|hijacked|compromised|unauthorised access|unauthorized access
|wrong account|stranded|trapped|stuck in the lift|stuck in the elevator|sewage|overflows|overflowing|no water|no heating|no hot water|no internet|phones are dead|fell from|slipped|crushed|scalded|burned|burnt|drips onto|dripping onto
|line stopped|line is stopped|line has stopped|lost its|nobody can|no one can|cannot work|cant work|cannot open|cannot sell|cannot ship|can see each others|visible to|wrong patient|wrong patients|wrong medication|overdose|wrong dose|thawing|thaws
|melting|dying|spoils|spoiled|rotting|rots|exploit|exploited|zero day|attack|under attack|ddos|missing person|in danger|dangerous|collision|derailed|capsized|evacuated|power strip|bites|collapsing|broke down|broken down on
|fallt aus|verdirbt|verdorben|explosion|rohrbruch|uberflutet|stromschlag|eingeschlossen|steckt fest|gestohlen|einbruch|blutet|bewusstlos|vergiftet|kein strom|kein wasser|keine heizung|kein internet|kein warmes wasser|kein licht
|niemand kann|salmonellen|ruckruf|betrug|schadsoftware|verschimmelt|gefahrlich|entgleist|zusammengebrochen|sturz|gesturzt|verbrannt|verbruht
|sans electricite|plus d eau|plus de chauffage|plus d internet|plus de courant|coupure|vol|volee|cambriolage|fraude|intoxication|salmonelle|brule|brulee|explosion|effondre|effondree|coince|coincee|tombe|court circuit|rancongiciel
|personne ne peut|impossible de payer|impossible d encaisser|chaine du froid|mauvais medicament|mauvaise dose|dangereux|dangereuse
|sin luz|sin agua|sin internet|sin electricidad|corte de luz|robo|robado|robada|fraude|intoxicacion|salmonela|quemado|quemada|explosion|derrumbe|atrapado|atrapada|cortocircuito|nadie puede|cadena de frio|dosis equivocada
|se pudre|se pudren|se echa a perder|plaga|peligro|peligroso|peligrosa|caido|caida|fuera de servicio|incendio|humo|herido|herida|accidente|fuga|inundacion|filtracion de datos|hackeado|no arranca|averiado|averia`,
  damage: `
swallows|swallowed card|too late|far too low|far too high|two seconds late|out of date offer|sell things they do not have|oversold|overselling|hours of work lost|lose a few|loses money|losing money|plein tarif|paient plein|reclament|rechaza|rechazan|rechazado|rechazados|borra|borran|no apuntadas|sin cita|animatrice malade|inscrits|erlaubnis fehlt|genehmigung fehlt|fehlt noch|vergibt|anderweitig
|asked about it|have asked|members ask|not visible|hardly visible|wrong street|wrong door|without eggs|sinon fermeture|fermeture|closure|shut us down|shut down by|exiges|exigees|demande des comptes|wird laut|droht zu|kaum lesbar|verpasst|verspatet sich|kommt zu spat|laufen zu spat|hinterher|come back|comes back|came back|asked twice|asks again|only pay when|pay only when|refuse de payer|refuses to pay|will not pay|wont pay|decide between|decides between|decide without us|billed for|bank is calling|banque nous appelle|abandonan|mojado|mojados|wet|mouldy|customers call|callers|calls a day|letters come back|sent back|went wrong|mix up|confused|lost sale|losing customers|lose customers|keep working after|stumeln|springt nicht an|ohne arbeit|wird grosser|getting bigger|grows bigger|gets worse|is getting worse|worsens|empeora|s aggrave|verschlimmert|zahlen erst|entgangen|entgehen|they wait|they are waiting|weeks of waiting|has been waiting|asks every day|asked again|third reminder|second reminder|nobody came|without reply|no reply|unanswered|missed the|snapped|silent|one pen too many
|cries|crying|upset|worried|bullied|bullying|fight|fights|skipped|useless|unusable|pointless|quit|quits|cancels|cancel their|cancelled|walk out|leave without|empty hands|lice|in hospital|unfair|chargeback|chargebacks|stolen goods|crackles|lags|stutters|disconnects|disconnected|kicked out|pulls to the left|pulls to the right|brakes|braking|steering|oil leak
|leaks oil|flat tyre|flat tire|puncture|punctured|hole in|crack in|rust|rusty|mice|rats|cockroaches|wasps|bedbugs|bed bugs|pest|rotten|stale|sour|spoilt|not deliverable|not available|unavailable|sold out|overlap|clash|clashes|third time|third week|again and again|every day since|second case|grows by|is full|almost full|nearly full|fills up|running out|not enough
|too few|one short|two short|missed again|deadline missed|behind schedule|out of control|no answer|does not answer|never called back|escalates|escalated|summons|subpoena|fined|non compliant|noncompliant|failed inspection|failed the inspection|failed audit|violation|violations|strike|walkout|resigned|resigns|quits on
|weint|streit|gemobbt|ubersprungen|unbrauchbar|storniert|stornieren|abgesagt|sagt ab|nicht lieferbar|nicht verfugbar|lause|mause|ratten|wespen|schabe|verfault|verdirbt|rost|loch|riss|platt|reifenpanne|voll|doppelt|belegt|umziehen mussten|mangel notiert|beanstandet|beanstandung|kundigt|gekundigt|streik|zu wenig|zum dritten mal|schon wieder
|pleure|dispute|harcele|annule|annulee|annulation|indisponible|poux|souris|rats|guepes|cafards|pourri|rouille|trou|fissure|creve|plein|complet|en double|demissionne|greve|trop peu|encore une fois|troisieme fois|repartent|les mains vides|se sent mal|ecart
|llora|pelea|acoso|cancelado|cancelada|cancela|no disponible|piojos|ratones|ratas|avispas|cucarachas|podrido|podrida|oxidado|agujero|grieta|pinchazo|lleno|duplicado|dimite|huelga|otra vez|tercera vez|se quedan secos|seco|secos|reclama|reclaman|cambian de proveedor|de mas|de menos
|error|errors|broken|breaks|fails|failing|failed|failure|crash|crashes|crashing|wrong|incorrect|leak|leaking|stuck|timeout|times out|timing out|corrupt|corrupted|missing|duplicated|bug|defect
|defective|complaint|complains|complained|complaining|angry|vulnerability|vulnerable|expired|expires|expiring|rejected|overcharged|refund|unable to|cannot|cant|doesnt work|does not work|not working
|rejects|reject|refuses|refused|angry|furious|apology|threatens|threat to|sick|called in sick|ill|on sick leave|no volunteers|no driver|no drivers|no cover|no substitute|no replacement|no teacher|no one for|nobody for|nobody on|unstaffed
|understaffed|short of|shortage|people wait|customers wait|guests wait|people are waiting|queue at|queues|long lines|given up|give up|gave up|abandon|abandoned|spins forever|never loads|does not load|wont load|unreadable|scratch|scratches
|bounced|bounces|not delivered|undelivered|wrong address|returned|exceed|exceeds|exceeded|over the limit|warning letter|reminder from|final notice|last warning|second warning|past due|backlog of|piling up|piles up|pile up|sold twice|ghosted
|krank|krankgemeldet|ausgefallene|droht|drohen|kratzer|mangel|reklamation|reklamiert|reicht nur|reichen nur|geht aus|gehen aus|aufgebraucht|warten|wartet|niemand fur|kein fahrer|keine vertretung|mahnung|stau|unlesbar
|malade|en arret|menace|reclamation|personne pour|remplacant|il ne reste|ne reste plus|epuise|mise en demeure|rappel de paiement|file d attente|illisible|raye|defaut|furieux|furieuse
|enfermo|enferma|de baja|amenaza|nadie para|sin sustituto|solo queda|solo quedan|quedan pocos|se acaba|se acaban|se agota|colas|ilegible|rayado|defecto|furioso|enfadado|enfadada|recargo|apercibimiento
|held up|hold up|holds up|holding up|delayed|delay|delays|late|declined|run out|runs out|ran out|out of stock|out of pocket|almost empty|nearly empty|low on|blocks|blocking|waiting for|wait for|waits for|twice as long|overdue|lost|damage|damaged
|nothing can be|nobody could|dispute|disputes|cancelled their|threatens to|unpaid|not paid|underpaid|overbooked|double booked|short staffed|no cover|penalised|leaking|mould|mold|smells|noise|loose|worn|torn|cracked
|verspatet|verspatung|fehlt|fehlen|ausverkauft|leer|wartet auf|warten auf|beschadigt|tropft|lose|gerissen|schimmel|uberbucht|zahlen zu viel
|retard|en retard|manque|manquent|rupture de stock|perime|perimee|abime|abimee|perdu|perdue|attend|attendent|declare|moisissure|impaye
|retraso|falta|faltan|agotado|agotada|danado|danada|perdido|perdida|espera|esperan|gotea|moho|impago|caducado
|fehler|fehlerhaft|kaputt|defekt|falsch|beschwerde|beschwert|abgelaufen|lauft ab|undicht|funktioniert nicht|geht nicht
|erreur|casse|cassee|plainte|se plaint|expire|faux|fausse|ne fonctionne pas|ne marche pas|bloque
|error|roto|rota|queja|reclamacion|vencido|vencida|vence|caduca|incorrecto|falla|fallo|no se puede`,
  call: `
urgent|urgently|quarantine|isolate|keep them apart|close it off|shut it down|take it offline|evacuate|stop using|do not use|block the account|revoke|sperren|absperren|abschalten|stilllegen|fermer immediatement|isoler|couper l eau|aislar|cerrar el|cortar el|opens tonight|starts tonight|starts in an hour|in an hour|in two hours|asap|immediately|immediate|right away|right now|at once|emergency|critical|top priority|highest priority|highest prio|p0|p1|sev1|sev 1|sev0|drop everything|as soon as possible
|without delay|high priority|high prio|time sensitive|today|tonight|this morning|this afternoon|by noon|before noon|within the hour|by end of day|eod|by tomorrow|before tomorrow|tomorrow
|dringend|sofort|eilt|eilig|umgehend|so schnell wie moglich|schnellstmoglich|notfall|heute|heute noch|bis morgen|kritisch
|urgent|urgente|d urgence|immediatement|tout de suite|des que possible|au plus vite|aujourd hui|avant demain|ce soir|critique
|urgentemente|inmediatamente|de inmediato|cuanto antes|lo antes posible|hoy|hoy mismo|ahora mismo|antes de manana|critico|critica|emergencia`,
  soon: `
this week|by monday|by tuesday|by wednesday|by thursday|by friday|until monday|until tuesday|until wednesday|until thursday|until friday|on monday|on tuesday|on wednesday|on thursday|on friday|before monday|before friday|before the weekend|this weekend
|in two days|in three days|within two days|within three days|in the next days|within days|by the end of the week|end of this week|by the weekend|within 48 hours|within 24 hours
|diese woche|bis montag|bis dienstag|bis mittwoch|bis donnerstag|bis freitag|am montag|am dienstag|am mittwoch|am donnerstag|am freitag|vor dem wochenende|in zwei tagen|bis ende der woche
|cette semaine|avant lundi|avant mardi|avant mercredi|avant jeudi|avant vendredi|lundi|mardi|mercredi|jeudi|vendredi|dans deux jours|avant la fin de la semaine|avant le week end
|esta semana|antes del lunes|antes del viernes|el lunes|el martes|el miercoles|el jueves|el viernes|en dos dias|antes del fin de semana`,
  stake: `
report cards|exam|exams|grades|wedding|bride|brautpaar|hochzeit|vote|votes|council|budget vote|election|tender|application deadline|grant|subsidy|ayuda europea|declaracion|subvencion|tax return|annual accounts|year end|closing of|registration|accreditation|certification|reviews are|ranked|season launch|premiere|opening|opening night|press|tv|minister|mayor
|embassy|customs|border|police report|insurance claim|warranty ends|guarantee|supplier switch|competitor|contract renewal|renewal|union|works council|betriebsrat|safety officer|data protection|privacy|allergen|allergens|infants|elderly|kindergarten|school bus
|zeugnisse|klausur|abgabe|ausschreibung|forderung|zulassung|eroffnung|premiere|presse|lebensmittelkontrolle|bussgeld|nachkontrolle|burgermeister|examen|concours|subvention|ouverture|presse|mairie|ars|stupefiants|controle|inauguracion|prensa|alcalde|sanidad|oposicion
|all customers|every customer|all users|every user|everyone|everybody|whole team|whole company|customers|production|checkout|payment|payments|payroll|salaries|salary|wages|invoice|invoices|tax
|legal|lawyer|court|lawsuit|regulator|regulatory|compliance|gdpr|audit|auditor|auditors|inspection|inspector|deadline|contract|penalty|fine|safety|security|password|passwords|biggest customer|key account
|important|must|blocker|blocks|blocking|blocked|waiting for us|cannot ship|launch|go live|license|licence|permit|visa|insurance|hospital|patient|patients|board meeting|investor|investors|before the release
|wichtig|frist|kunde|kunden|alle kunden|gehalt|gehalter|lohn|lohne|steuer|finanzamt|prufung|prufer|kontrolle|gesundheitsamt|behorde|vertrag|sicherheit|rechnung|rechnungen|datenschutz
|important|importante|delai|echeance|client|clients|tous les clients|salaire|salaires|paie|impots|inspection|contrat|securite|facture|factures|amende
|importante|plazo|cliente|clientes|todos los clientes|nomina|nominas|sueldos|hacienda|inspeccion|contrato|seguridad|factura|facturas|multa`,
  small: `
plants for|sofa|spell out|nicer|price tags|chalk|jars on the shelf|four jars|crayons|pencils for|revistas|carpet|annoying|production is fine|hardly visible|nice to know|when money is left|wenn geld ubrig|wenn zeit und geld|quand il y aura|moment calme|con calma|cuando haya hueco|dark theme|chair|chairs|wash the|waschen|letterhead|coat of paint|choir|tooltip|covers the|margin|spacing|typo in|rocket|drawer|drawers|shared drive|old folders|folders|mail signature|e mail signature|signature|name plate|door sign|seating|ranger|ordenar|chutes|office plant|aquarium|fridge magnets|calendar|desk lamp|footrest|biscuits|snack|fruit basket|quiz|raffle|karaoke|photo wall|memory|souvenir|leaflet|postcards|newsletter layout
|markers|pens|pencils|notebooks|sticky notes|stationery|office supplies|tea|coffee beans|sugar|soap|napkins|coasters|mugs|bags|gift bags|balloons|flowers|birthday|cards for|farewell card|ribbon|pillow|pillows|cushions|tablecloth|doormat|coat hooks|calendar for the wall|music for|playlist|hubcap|bulb|bulbs|light bulb|flickers|bench|sign for
|banner|flyer|leaflet|poster|logo|mascot|screensaver|wallpaper|emoji|gif|avatar|dust|weeds|rearrange|label the|sort the|tidy the|shelf labels|name tags|badge holders|lost property|old boxes|old posters|faded|squeak|creaks|minutes fast|minutes slow|clock in|comfortable|cosy
|kissen|kissenbezuge|stifte|papier|kaffee|tassen|servietten|luftballons|blumen|geburtstag|gluhbirne|flackert|plakat|aufkleber|musik|gardinen|vorhange|schild|staub|unkraut|kuchen
|stylos|tasses|cafe|serviettes|ballons|fleurs|anniversaire|ampoule|affiche|autocollant|musique|rideaux|coussins|sacs|decoration|gateau
|boligrafos|tazas|servilletas|globos|flores|cumpleanos|bombilla|cartel|pegatinas|musica|cortinas|cojines|bolsas|guantes|tarta|cobertizo
|a few are left|are left in|stock lasts|enough for|still enough|lasts for|will do for now|il en reste|quedan para|reicht noch|reichen noch|tient encore|the old one works
|typo|spelling|cosmetic|nice to have|would be nice|would be cool|would be great someday|some day|idea|ideas|minor|tiny|trivial|tidy|tidy up|clean up|cleanup|rename|colour|color|wording|icon|font
|favicon|logo on|pixel|pixels|alignment|brainstorm|explore|wish|wishlist|backlog|polish|playlist|sticker|stickers|poster|decorate|decoration|decorations|plant|plants|mug|mugs|swag|curious|wonder|wondering
|tweak|cake|birthday card|newsletter idea|still works|still heats|still runs|works anyway|only the preview|only in testing|no customer has|as a workaround|by hand for now|the other one|squeaks|squeaky|if we have|if there is|left over|leftover paint|think about|barbecue|picnic|summer party|christmas party|team outing|outing|wallpaper|curtains|magazines|coffee machine|better coffee|table football|slightly|a bit|faded|dusty|scuffed|chipped|unsightly|paint the|repaint|nice|pretty|photo of the team|board games|envelopes|archive old|unused|prettier|nicer|snacks|nit
|tippfehler|unschon|lauft noch|geht noch|grillfest|sommerfest|weihnachtsfeier|betriebsausflug|wer macht mit|quietscht|verblasst|ein bisschen|streichen|dekorieren|deko|kleinigkeit|schonheitsfehler|ware schon|ware nett|idee|umbenennen|aufraumen|farbe|hubscher|schoner
|fonctionne encore|marche encore|fete|un peu|grince|repeindre|decorer|enveloppes|faute de frappe|coquille|ce serait bien|serait sympa|idee|renommer|ranger|couleur|joli
|todavia funciona|aun funciona|fiesta|un poco|chirria|pintar|decorar|decoracion|errata|estaria bien|seria bueno|idea|renombrar|ordenar|bonito`,
  calm: `
someday|irgendwann|un jour|algun dia|joke|just kidding|kidding|scherz|blague|broma|harmless|not before|no deadline|for later|later this year|for the autumn|for next season|for next summer|for next winter|in autumn|no pressure|low effort|if anyone is bored|if we find time|only if|optional|nur wenn|spater mal|nicht vor|ohne eile|facultatif
|pas avant|plus tard|l an prochain|l annee prochaine|no antes|mas adelante|el ano que viene|nachstes jahr|cuando llueva|when it rains|next time|not for now|parking lot|just an idea|whenever somebody|whenever liv
|no rush|no hurry|no urgency|not urgent|isnt urgent|not critical|isnt critical|not an emergency|not a priority|low priority|low prio|lowest priority|whenever|when you have time|when time allows|when there is time|if time allows
|when somebody has time|when someone has time|in a quiet week|in a quiet moment|can wait|take your time|at some point|eventually|sometime|some time|next year|next quarter|no deadline|not important|not time sensitive
|p3|p4|rainy day|one day|when we get to it|spare time|spare hour|nothing is on fire|nobody is waiting|no need to hurry|in no way urgent
|nicht dringend|nicht eilig|eilt nicht|keine eile|hat zeit|kann warten|wenn zeit ist|bei gelegenheit|irgendwann mal|nicht so wichtig
|pas urgent|rien d urgent|pas presse|ca ne presse pas|rien ne presse|peut attendre|quand tu auras le temps|quand vous aurez le temps|quand on aura le temps|a l occasion|sans urgence
|no es urgente|nada urgente|no corre prisa|sin prisa|puede esperar|cuando haya tiempo|cuando se pueda|cuando puedas|cuando tengas tiempo`,
  frame: `
postmortem|post mortem|lessons learned|retrospective|drill|drills|exercise|rehearsal|rehearse|simulation|simulate|template|training|course|workshop|article|blog post|presentation|slides|poster|talk about|policy|guide|guidelines
|handbook|runbook|playbook|checklist|faq|document|documentation|write down|describe|research|compare|evaluate|plan for|budget for|strategy|annual|yearly|quiz|survey|last year|was resolved|is resolved|resolved|has been fixed
|was fixed|already fixed|is fixed|solved|follow up|what happened|history of|statistics|report on|test alert|test alarm
|ubung|vorlage|schulung|kurs|leitfaden|anleitung|nachbereitung|behoben|erledigt
|exercice|modele|formation|guide|manuel|bilan|resolu
|simulacro|plantilla|formacion|curso|guia|manual|resuelto`,
  none: `
fire claim|storm claim|theft claim|flood claim|water damage claim|fire insurance|theft insurance|flood insurance|accident insurance|fire brigade|fire department|fire hall|police station|hospital visit|hospital run|ambulance chaser|emergency fund|emergency kit|urgent care clinic
|emergency stop button|emergency button|fire alarm panel manual|panic room|disaster movie|killer feature|crash test dummy|death march|bomb cyclone poster|shock absorber|shock absorbers|smoke colored|flood light|floodlight|floodlights|fire brigade sports|gas station card|explosion drawing|exploded view|drop dead date|dead link|dead links|deadline extension granted|attack plan|heart of
|burn down chart|burndown|fire sale|hot fix notes|spill over|spillover|no fire|nobody was hurt|nobody is hurt|no one was hurt|harmless
|urgent care|emergency contact|emergency contacts|emergency exit|emergency exits|emergency lighting|emergency department|emergency room|critical thinking|critical path|critical role|critical mass|high school|fire drill|fire extinguisher
|fire extinguishers|fire safety|fire alarm test|fire door|fire doors|firewall|campfire|fire pit|smoke detector|smoke detectors|breakdown by|break room|cool down|drop down|dropdown|count down|countdown|scroll down|write down
|top down|slow down|sit down|down payment|crash course|error page|error message|error messages|error handling|error budget|death by chocolate|customer journey|immediate family|immediate manager|error rate target|flash flood of
|fine tune|fine tuning|fine print|fine dining|is fine|looks fine|works fine|broken down|tax free|smoke free|non smoking|lost and found|fire sale|burning question|fire up|fires when|bug bounty|today page|today view|today tab
|small business|little league|plant manager|plant tour|plant floor|color printer|colour printer|missing out|all hands|code red energy|security camera|security cameras|leak test|hot fix friday|urgent tag|urgent label|urgent filter`,
};

export const urgencyWeights: Readonly<Record<Urgency, number>> = {
  harm: 3.5,
  damage: 1,
  call: 1.5,
  soon: 0.6,
  stake: 0.7,
  small: -1,
  calm: -2.4,
  frame: 0,
  none: 0,
};
