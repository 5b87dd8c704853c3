"""Does with the official Python client what its users do most, against the server whose URL is the first argument; prints what it saw as JSON."""

import json
import sys

from kubernetes import client, watch

configuration = client.Configuration()
configuration.host = sys.argv[1]
api_client = client.ApiClient(configuration)
core = client.CoreV1Api(api_client)
apps = client.AppsV1Api(api_client)
batch = client.BatchV1Api(api_client)

labels = {"app": "web"}
container = client.V1Container(name="c", image="nginx:1", resources=client.V1ResourceRequirements(limits={"cpu": "100m"}))
template = client.V1PodTemplateSpec(metadata=client.V1ObjectMeta(labels=labels), spec=client.V1PodSpec(containers=[container]))
spec = client.V1DeploymentSpec(replicas=2, selector=client.V1LabelSelector(match_labels=labels), template=template)
apps.create_namespaced_deployment("default", client.V1Deployment(metadata=client.V1ObjectMeta(name="web"), spec=spec))
apps.patch_namespaced_deployment_scale("web", "default", {"spec": {"replicas": 3}})

for name in ("a", "b", "c"):
    core.create_namespaced_config_map("default", client.V1ConfigMap(metadata=client.V1ObjectMeta(name=name), data={"k": name}))
core.patch_namespaced_config_map("a", "default", {"data": {"k": "patched"}})

pages = []
token = None
while True:
    page = core.list_namespaced_config_map("default", limit=2, _continue=token)
    pages.append([item.metadata.name for item in page.items])
    token = page.metadata._continue
    if not token:
        break

events = []
for event in watch.Watch().stream(core.list_namespaced_config_map, "default", timeout_seconds=5):
    events.append([event["type"], event["object"].metadata.name])
    if len(events) == 3:
        core.delete_namespaced_config_map("b", "default")
    if event["type"] == "DELETED":
        break

job = client.V1JobSpec(template=client.V1PodTemplateSpec(spec=client.V1PodSpec(restart_policy="Never", containers=[container])))
batch.create_namespaced_job("default", client.V1Job(metadata=client.V1ObjectMeta(name="once"), spec=job))

core.create_node(client.V1Node(metadata=client.V1ObjectMeta(name="bare")))

try:
    core.read_namespaced_pod("none", "default")
    missing = None
except client.ApiException as error:
    missing = [error.status, json.loads(error.body)["reason"]]

print(
    json.dumps(
        {
            "replicas": apps.read_namespaced_deployment("web", "default").spec.replicas,
            "pages": pages,
            "events": events,
            "missing": missing,
            "version": client.VersionApi(api_client).get_code().minor,
            "nodes": len(core.list_node().items),
        }
    )
)
